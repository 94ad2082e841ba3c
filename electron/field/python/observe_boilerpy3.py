"""boilerpy3 1.0.7: its parser is heard for where blocks come from, and the blocks are looked at before and after each filter."""
import re
from bisect import bisect_left

from boilerpy_filters import judge
from page import Page, Slot, Story

MADE_FOR = {"boilerpy3": "1.0.7"}


def observe(explain, extractor_name):
    """Runs the library over the page with its elements named. Returns the text, the story, and the measures of the blocks."""
    from boilerpy3 import extractors
    from boilerpy3 import parser as parsing

    page = Page(explain)
    extractor = getattr(extractors, extractor_name)(raise_on_failure=True)
    heard = Heard(page, lambda html: extractor.SCRIPT_REGEX.sub("<script></script>", html))
    plain = parsing.BoilerpipeHTMLParser
    try:
        parsing.BoilerpipeHTMLParser = listening_parser(plain, heard)
        document = extractor.parse_doc(heard.html)
    finally:
        parsing.BoilerpipeHTMLParser = plain
    page.name(heard.by_stamp)
    story = Story(page)
    story.tell_unparsed([slot for slots in heard.by_stamp.values() for slot in slots])
    atoms = [Atom(block, heard.slots_of.get(id(block), [])) for block in document.text_blocks]
    chain = getattr(extractor.filter, "filter_arr", [extractor.filter])
    run_chain(chain, document, atoms)
    nodes = tell(page, story, heard, atoms)
    return {"text": document.content}, story, nodes


def named_places(html, attribute):
    """The page without the ids, and by the place of a start tag in it: the id of its element."""
    parts = re.split(rf' {attribute}="(\d+)"', html)
    names, length = {}, 0
    for at in range(1, len(parts), 2):
        before = parts[at - 1]
        length += len(before)
        names[length - len(before) + before.rindex("<")] = int(parts[at])
    return "".join(parts[::2]), names


class Heard:
    """What the parser was given: runs of text by the start tag before them, and the block each went into."""

    def __init__(self, page, without_scripts):
        self.page, self.without_scripts = page, without_scripts
        self.parses = 0
        self.place(page.html)

    def place(self, html):
        """Finds where the named start tags stand: the parser says where it is by line and column."""
        self.html, self.names = named_places(html, self.page.attribute)
        self.lines = [0, *(found.end() for found in re.finditer("\n", self.html))]

    def begin(self):
        """A parse. Where it fails the library parses the page again, without its scripts."""
        self.parses += 1
        if self.parses > 1:
            self.place(self.without_scripts(self.page.html))
        self.last, self.open, self.ignoring = -1, None, ""
        self.by_stamp = {}
        self.slots_of = {}
        self.waiting = []
        self.left = []

    def start(self, position):
        """A start tag, at a line and a column."""
        self.open = None
        stamp = self.names.get(self.lines[position[0] - 1] + position[1])
        if stamp is not None:
            self.last = stamp

    def leave(self, slots, rule, note=None):
        """Text that comes into no block."""
        self.left.append((slots, rule, note))


class Atom:
    """A block as it was parsed, and what became of it: the numbers it had, and what each filter said of it."""

    def __init__(self, block, slots):
        self.block = block
        self.text = block.text
        self.blocks = [block]
        self.ids = sorted({text for slot in slots for text in slot.ids})
        self.numbers = {"words": block.num_words, "linkDensity": block.link_density, "textDensity": block.text_density}
        self.verdicts = []


def listening_parser(plain, heard):
    """The library's parser, which also remembers what text each block was made of."""

    class Listening(plain):
        def __init__(self, raise_on_failure=True):
            super().__init__(raise_on_failure=raise_on_failure)
            heard.begin()

        def handle_starttag(self, tag, attrs):
            heard.start(self.getpos())
            ignored = self.in_ignorable_element
            super().handle_starttag(tag, attrs)
            if self.in_ignorable_element > 0 and ignored == 0:
                heard.ignoring = tag

        def handle_startendtag(self, tag, attrs):
            heard.start(self.getpos())
            super().handle_startendtag(tag, attrs)

        def handle_endtag(self, tag):
            heard.open = None
            super().handle_endtag(tag)

        def handle_comment(self, data):
            heard.open = None

        def handle_data(self, data):
            super().handle_data(data)
            if not data.strip():
                return
            if heard.open is not None:
                heard.open.text += data
                return
            heard.open = slot = Slot(data, heard.last)
            heard.by_stamp.setdefault(heard.last, []).append(slot)
            if self.in_ignorable_element:
                heard.leave([slot], "ignored-element", f"<{heard.ignoring}>")
            else:
                heard.waiting.append(slot)

        def flush_block(self):
            count = len(self.text_blocks)
            super().flush_block()
            slots, heard.waiting = heard.waiting, []
            if len(self.text_blocks) > count:
                heard.slots_of[id(self.text_blocks[-1])] = slots
            elif slots:
                heard.leave(slots, "outside-body" if self.in_body == 0 else "no-words")

    return Listening


def run_chain(filters, document, atoms):
    """Runs filter by filter, as the library's chain does, and hears what each made of each block."""
    from boilerpy3.document import TextBlock

    plain = TextBlock.merge_next
    into = {}

    def merge_next(block, other):
        into[id(other)] = block
        plain(block, other)

    try:
        TextBlock.merge_next = merge_next
        for one in filters:
            inner = getattr(one, "filter_arr", None)
            if inner is not None:
                run_chain(inner, document, atoms)
                continue
            verdicts = judge(one, document)
            before = [(verdicts.get(id(atom.block)), any(block.is_content for block in atom.blocks)) for atom in atoms]
            old = document.text_blocks
            one.process(document)
            split = type(one).__name__ == "SplitParagraphBlocksFilter"
            follow(atoms, into, split_blocks(one.NEWLINE_REGEX, old, document.text_blocks) if split else None)
            for atom, (said, content) in zip(atoms, before):
                atom.verdicts.extend(heard_verdicts(atom, said, content))
            into.clear()
    finally:
        TextBlock.merge_next = plain


def heard_verdicts(atom, said, before):
    """What a filter said of a block: what was worked out beforehand, as far as it came about, or that it was fused with content."""
    now = any(block.is_content for block in atom.blocks)
    told = said(atom, now) if callable(said) else said
    if told is not None:
        content, *reason = told
        if content is None or content == now:
            yield content, tuple(reason)
    elif now and before is False:
        yield True, ("fused", None, None, None)


def split_blocks(newline, old, new):
    """What finds the blocks that lines of a block became; of equal lines any, since filters behind this one judge them alike."""
    made, found = iter(new), {}
    for block in old:
        for line in newline.split(block.text):
            found.setdefault((id(block), line), []).append(next(made))
    return lambda block, text: [found[id(block), line].pop() for line in newline.split(text) if found.get((id(block), line))]


def follow(atoms, into, parts_of):
    """Finds the block that holds an atom's text now: fused with another, or split in paragraphs."""
    for atom in atoms:
        while id(atom.block) in into:
            atom.block = into[id(atom.block)]
        atom.blocks = parts_of and parts_of(atom.block, atom.text) or [atom.block]
        atom.block = atom.blocks[0]


def tell(page, story, heard, atoms):
    """Tells what came into no block, and of each block what the filters said, the last one that agrees with the end as its reason."""
    for slots, rule, note in heard.left:
        for text in {text for slot in slots for text in slot.ids}:
            story.wanted[text] = story.tell(text, "drop", rule, note=note)
    nodes = []
    for atom in atoms:
        if not atom.ids:
            continue
        kept = any(block.is_content for block in atom.blocks)
        last = max((at for at, (content, _) in enumerate(atom.verdicts) if content == kept), default=-1)
        for subject in page.subjects(atom.ids):
            nodes.append({"id": subject, "measures": atom.numbers})
            why = None
            for at, (content, reason) in enumerate(atom.verdicts):
                if at == last:
                    why = story.tell(subject, "keep" if kept else "drop", *reason)
                elif at < last or last < 0:
                    story.tell(subject, "fail" if content is False else "pass", *reason)
            if why is None:
                why = story.tell(subject, "keep" if kept else "drop", "never-content")
            for text in atom.ids[bisect_left(atom.ids, subject) : bisect_left(atom.ids, page.ends[subject])]:
                story.wanted[text] = why
    return nodes
