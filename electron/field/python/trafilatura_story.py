"""Reports why each text is kept or dropped, after a trafilatura run."""
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from unicodedata import normalize

from trafilatura_log import letters


def report_run(story, tree, log, paragraphs, text):
    body = next((stamp for stamp, tag in tree.tags.items() if tag == "body"), 0)
    for rule, value, limit in log.tests:
        story.report(body, "pass" if rule.endswith("taken") else "fail", rule, value, limit)
    if not text:
        story.settle(tree.slots, story.report(body, "drop", "discarded", log.length, log.least))
        return
    winner = log.winner
    reasons = Reasons(story, tree)
    gone = {}
    for branch in winner.way()[:-1]:
        gone.update(removed(tree, branch.drops, gone))
    if winner.kind == "own":
        given = report_frame(reasons, winner, gone)
    elif winner.kind == "readability":
        given = report_reader(reasons, winner, gone)
    elif winner.kind == "justext":
        given = report_paragraphs(reasons, winner, gone, paragraphs)
    else:
        given = report_rescue(reasons, winner, gone)
    wanted = letters(normalize("NFC", text))
    found = in_output(tree, given, wanted)
    for at in found:
        reasons.of[at] = given[at]
    report_lost_text(reasons, winner.way(), [at for at in given if at not in found])
    report_comments(reasons, log, wanted)
    reasons.report_all()


def removed(tree, drops, gone):
    found = {}
    for stamp, reason, keep_tail in drops:
        held = list(tree.within(stamp))
        if not keep_tail and stamp in tree.tail:
            held.append(tree.tail[stamp])
        for at in held:
            if at not in gone and at not in found:
                found[at] = stamp, ("drop", *reason)
    return found


class Reasons:
    """`of` maps the index of a text to the subject of its decision, or None, and to the reason."""

    def __init__(self, story, tree):
        self.story, self.tree, self.of = story, tree, {}

    def lost(self, at):
        """Returns no subject, and the reason why a text of the chosen result is missing in the output."""
        return None, ("drop", "not-carried", None, None, f"<{self.tree.tags.get(self.tree.slots[at].owner, 'body')}>")

    def report_all(self):
        reported = {}
        for at, slot in enumerate(self.tree.slots):
            if at in self.of:
                subject, reason = self.of[at]
                reported.setdefault((subject, *reason), []).append(slot)
        # Texts without an element come first, kept elements second, and dropped elements last.
        for (subject, outcome, *reason), slots in sorted(reported.items(), key=lambda one: (one[0][0] is not None, one[0][1] != "keep", one[0][0] or 0)):
            if subject is None:
                self.story.report_each(slots, outcome, *reason)
            else:
                self.story.settle(slots, self.story.report(subject, outcome, *reason))


def report_frame(reasons, branch, gone):
    """Returns the texts that the output may contain. Sets a drop reason for every text."""
    tree = reasons.tree
    main = removed(tree, branch.drops if branch.main_drops is None else branch.main_drops, gone)
    wild = removed(tree, branch.drops, gone) if branch.wild else None
    frames = {}
    for stamp, number, word in branch.frames:
        for at in tree.within(stamp) if stamp is not None else range(len(tree.slots)):
            frames.setdefault(at, (stamp, ("keep", "body-expression", number, None, word)))
    given = {}
    for at in range(len(tree.slots)):
        if at in gone:
            continue
        if at in frames and at not in main:
            given[at] = frames[at]
        elif wild is not None and at not in wild:
            given[at] = None, ("keep", "wild")
    count = list(accumulate((at in frames or at in given for at in range(len(tree.slots))), initial=0))
    word = branch.frames[-1][2] if branch.frames else None
    for at, slot in enumerate(tree.slots):
        if at in frames:
            reasons.of[at] = reasons.lost(at)
        elif at in given:
            reasons.of[at] = None, ("drop", "outside-wild")
        else:
            reasons.of[at] = tree.top_without(slot.owner, count), ("drop", "outside", None, None, word)
    for stamp, tag in branch.refused:
        rule = "empty-element" if tag in CATALOG else "no-text-tag"
        for at in text_of(tree, stamp):
            if at in given:
                reasons.of[at] = None, ("drop", rule, None, None, f"<{tree.tags.get(stamp, tag)}>")
    for found in (wild or {}, main, gone):
        reasons.of.update(found)
    return given


def text_of(tree, stamp):
    for at in tree.within(stamp):
        owner = tree.slots[at].owner
        while owner != stamp and tree.tags.get(owner) in INLINE:
            owner = tree.parent[owner]
        if owner == stamp:
            yield at


INLINE = {
    *("a", "abbr", "acronym", "address", "b", "bdi", "bdo", "big", "cite", "data", "dfn", "em", "font", "i", "ins", "kbd", "mark"),
    *("nobr", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var"),
}

CATALOG = {"code", "del", "head", "hi", "lb", "list", "p", "quote", "table"}


def report_reader(reasons, branch, gone):
    """Returns the texts that trafilatura's readability kept. Sets a drop reason for every text."""
    run, tree = branch.reader, reasons.tree
    run.tree = tree
    inside = run.inside()
    reasons.of.update((at, reasons.lost(at)) for at, is_in in enumerate(inside) if is_in)
    for at, top, (rule, *rest) in run.outside(inside, 0):
        reasons.of[at] = top, ("drop", f"readability-{rule}", *rest)
    out = {**gone, **removed(tree, branch.drops, gone)}
    for stamp, texts, (rule, *rest) in run.drops:
        held = tree.within(stamp) if stamp is not None else [at for at, slot in enumerate(tree.slots) if slot.text.strip() in texts]
        for at in held:
            out.setdefault(at, (stamp, ("drop", f"readability-{rule}", *rest)))
    reasons.of.update(out)
    best = run.best[1] if run.best else None
    kept = run.best[0] if run.best else None
    return {
        at: (kept if kept is not None and at in tree.within(kept) else None, ("keep", "readability-best", best))
        for at, is_in in enumerate(inside)
        if is_in and at not in out
    }


def report_paragraphs(reasons, branch, gone, paragraphs):
    """Returns the texts that jusText kept. Sets a drop reason for every text."""
    from trafilatura import external

    made, neighbours, maker = branch.paragraphs
    given, tree = {}, reasons.tree
    reasons.of.update((at, reasons.lost(at)) for at in range(len(tree.slots)))
    stoplist = frozenset(external.JT_STOPLIST or ())
    for number, paragraph in enumerate(made):
        places = maker.places.get(id(paragraph), [])
        ids = sorted({text for at in places for text in tree.slots[at].ids})
        if not ids:
            continue
        free, revised = paragraphs.rules(paragraph, number, neighbours, stoplist)
        rule, *rest = revised or free
        subjects = paragraphs.page.subjects(ids)
        subject = subjects[0] if len(subjects) == 1 else None
        outcome, found = ("drop", reasons.of) if paragraph.is_boilerplate else ("keep", given)
        found.update((at, (subject, (outcome, f"justext-{rule}", *rest))) for at in places)
    out = {**gone, **removed(tree, branch.drops, gone)}
    reasons.of.update(out)
    return {at: reason for at, reason in given.items() if at not in out}


def report_rescue(reasons, branch, gone):
    """Returns the texts that the cleaning of `baseline` kept. Sets a drop reason for every text."""
    out = {**gone, **removed(reasons.tree, branch.drops, gone)}
    source = branch.source or "all of body"
    texts = range(len(reasons.tree.slots))
    reasons.of = {at: out.get(at, (None, ("drop", "rescue-outside", None, None, source))) for at in texts}
    return {at: (None, ("keep", "rescue", None, None, source)) for at in texts if at not in out}


def report_lost_text(reasons, way, lost):
    """Sets the drop reason for each lost text that `Branch.texts` contains. The letters and digits identify a text."""
    texts = {text: reason for branch in way for text, reason in branch.texts.items()}
    for at in lost:
        found = texts.get(letters(reasons.tree.slots[at].text))
        if found:
            reasons.of[at] = None, ("drop", *found)


def report_comments(reasons, log, wanted):
    tree = reasons.tree
    within = {at for stamp, _, _ in log.comments if stamp is not None for at in tree.within(stamp)}
    candidates = {at: None for at in sorted(within) if at in reasons.of and reasons.of[at][1][1] == "comments-container"}
    for at in in_output(tree, candidates, wanted):
        reasons.of[at] = None, ("keep", "comment")


# A text of fewer than LONG letters counts only within CLOSE letters after the previous found text.
LONG, CLOSE = 20, 200


def in_output(tree, candidates, wanted):
    """Returns the candidates whose text occurs in `wanted`. Unique long texts limit the search for the other texts."""
    own = {at: letters(normalize("NFC", tree.slots[at].text)) for at in sorted(candidates)}
    own = {at: text for at, text in own.items() if text and tree.tags.get(tree.slots[at].owner) not in ("script", "style")}
    times = Counter(own.values())
    sure = {}
    for at, text in own.items():
        if len(text) >= LONG and times[text] == 1:
            place = wanted.find(text)
            if place >= 0 and wanted.find(text, place + 1) < 0:
                sure[at] = place
    ordered = longest_ascending(list(sure), sure)
    bounds, bound = {}, len(wanted)
    for at in reversed(own):
        bound = sure[at] if at in ordered else bound
        bounds[at] = bound
    found, cursor = set(sure), 0
    for at, text in own.items():
        if at in ordered:
            cursor = sure[at] + len(text)
        elif at not in sure:
            place = wanted.find(text, cursor, bounds[at])
            if place >= 0 and (len(text) >= LONG or place - cursor <= CLOSE):
                found.add(at)
                cursor = place + len(text)
    return found


def longest_ascending(keys, places):
    tails, ends, before = [], [], {}
    for key in keys:
        at = bisect_left(ends, places[key])
        before[key] = tails[at - 1] if at else None
        tails[at:at + 1] = [key]
        ends[at:at + 1] = [places[key]]
    found, key = set(), tails[-1] if tails else None
    while key is not None:
        found.add(key)
        key = before[key]
    return found
