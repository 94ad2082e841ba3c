"""What each filter of boilerpy3 1.0.7 says of each block, worked out from the blocks as they are before it runs."""


def judge(one, document):
    """
    By block: whether it is content for this filter (None where it only marks it), and the rule, value, limit and note; or what
    tells this, or nothing, once the filter has run.
    """
    judges = JUDGES.get(type(one).__name__)
    return judges(one, document.text_blocks) if judges else {}


def with_neighbours(blocks):
    """Each block with the one before it and the one behind it, as the library sees them."""
    from boilerpy3.document import TextBlock

    for at, block in enumerate(blocks):
        yield blocks[at - 1] if at else TextBlock.EMPTY_START, block, blocks[at + 1] if at + 1 < len(blocks) else TextBlock.EMPTY_START


def num_words(one, blocks):
    said = {}
    for before, block, behind in with_neighbours(blocks):
        said[id(block)] = num_words_of(before, block, behind)
    return said


def num_words_of(before, block, behind):
    """The leaf of the tree of NumWordsRulesClassifier."""
    if block.link_density > 0.333333:
        return False, "link-density", block.link_density, 0.333333, None
    words = block.num_words
    if before.link_density <= 0.555556:
        if words > 16:
            return True, "many-words", words, 16, None
        if behind.num_words > 15:
            return True, "long-next", behind.num_words, 15, str(words)
        if before.num_words > 4:
            return True, "long-before", before.num_words, 4, str(words)
        return False, "few-words", words, 16, f"{before.num_words} before, {behind.num_words} behind"
    if words > 40:
        return True, "many-words", words, 40, None
    if behind.num_words > 17:
        return True, "long-next", behind.num_words, 17, str(words)
    return False, "behind-links", words, 40, f"link density {before.link_density:.2f} before, {behind.num_words} words behind"


def density(one, blocks):
    return {id(block): density_of(before, block, behind) for before, block, behind in with_neighbours(blocks)}


def density_of(before, block, behind):
    """The leaf of the tree of DensityRulesClassifier."""
    if block.link_density > 0.333333:
        return False, "link-density", block.link_density, 0.333333, None
    own = block.text_density
    if before.link_density <= 0.555556:
        if own > 9:
            if behind.text_density == 0:
                return False, "dense-at-end", own, 9, None
            return True, "dense", own, 9, None
        if behind.text_density > 10:
            return True, "dense-next", behind.text_density, 10, f"{own:.1f}"
        if before.text_density > 4:
            return True, "dense-before", before.text_density, 4, f"{own:.1f}"
        return False, "thin", own, 9, f"{before.text_density:.1f} before, {behind.text_density:.1f} behind"
    if behind.text_density > 11:
        return True, "dense-next", behind.text_density, 11, f"{own:.1f}"
    return False, "thin-behind-links", behind.text_density, 11, f"{before.link_density:.2f}"


def canola(one, blocks):
    said = {}
    for before, block, behind in with_neighbours(blocks):
        words, ahead = block.num_words, behind.num_words
        if block.link_density > 0 and ahead > 11:
            said[id(block)] = True, "long-next", ahead, 11, str(words)
        elif words > 19:
            said[id(block)] = True, "many-words", words, 19, None
        elif ahead > 6 and behind.link_density == 0 == before.link_density and (words > 6 or before.num_words > 7 or ahead > 19):
            said[id(block)] = True, "among-text", words, 6, f"{before.num_words} before, {ahead} behind"
        else:
            said[id(block)] = False, "few-words", words, 19, f"{before.num_words} before, {ahead} behind"
    return said


def end_of_text(one, blocks):
    """TerminatingBlocksFinder only marks: the filter after it acts on the marks."""
    from boilerpy3.document import DefaultLabels

    def said(atom, now):
        marked = atom.block.has_label(DefaultLabels.INDICATES_END_OF_TEXT)
        return (None, "end-of-text", None, None, first_words(atom.block)) if marked else None

    return {id(block): said for block in blocks}


def title(one, blocks):
    from boilerpy3.document import DefaultLabels

    def said(atom, now):
        return (None, "title", None, None, first_words(atom.block)) if atom.block.has_label(DefaultLabels.TITLE) else None

    return {id(block): said for block in blocks}


def after_end(one, blocks):
    """IgnoreBlocksAfterContentFilter: all behind a mark of the end, once enough words of content stand before it."""
    from boilerpy3.document import DefaultLabels

    said, words, mark = {}, 0, None
    for block in blocks:
        if block.is_content:
            words += one.get_num_full_text_words(block)
        if mark is None and block.has_label(DefaultLabels.INDICATES_END_OF_TEXT) and words >= one.min_num_words:
            mark = block
        if mark is not None:
            said[id(block)] = False, "after-end", words, one.min_num_words, first_words(mark)
    return said


def largest(one, blocks):
    """KeepLargestBlockFilter: of the blocks of content all but the longest, and those of its level where it is asked for."""
    if len(blocks) < 2:
        return {}
    was = {id(block) for block in blocks if block.is_content}
    most = max((block.num_words for block in blocks if block.is_content), default=0)

    def said(atom, now):
        number = numbers[id(atom.block)]
        if now:
            return True, "largest", number, most, None
        return (False, "not-largest", number, most, None) if id(atom.block) in was else None

    numbers = {id(block): block.num_words for block in blocks}
    return {id(block): said for block in blocks}


def from_title(one, blocks):
    """ExpandTitleToContentFilter makes content of what stands between the title and the content."""

    def said(atom, now):
        return (True, "from-title", None, None, None) if now else None

    return {id(block): said for block in blocks if not block.is_content}


def clauses(one, blocks):
    def said(atom, now):
        return (True, "clause", one.min_words, one.min_words, None) if now else (False, "no-clause", None, one.min_words, None)

    return {id(block): said for block in blocks if block.is_content}


def everything(one, blocks):
    return {id(block): (True, "everything", None, None, None) for block in blocks}


def first_words(block):
    return " ".join(block.text.split()[:6])


JUDGES = {
    "NumWordsRulesClassifier": num_words,
    "DensityRulesClassifier": density,
    "CanolaFilter": canola,
    "TerminatingBlocksFinder": end_of_text,
    "DocumentTitleMatchClassifier": title,
    "IgnoreBlocksAfterContentFilter": after_end,
    "KeepLargestBlockFilter": largest,
    "ExpandTitleToContentFilter": from_title,
    "MinClauseWordsFilter": clauses,
    "MarkEverythingContentFilter": everything,
}
