"""What newspaper4k and goose3 have in common: scores that paragraphs give to what is around them, and one element that wins."""
import re

from places import in_output
from trafilatura_log import letters, stamp_of
from trafilatura_story import Reasons, removed
from unicodedata import normalize


class GravityLog:
    """What a run did: the elements that went, with the step that is under way as the reason, the scores and the winner."""

    def __init__(self):
        self.tree = None
        self.reason = None
        self.drops = []
        self.scores = {}
        self.top = None
        self.title = ""

    def dropped(self, element, reason=None, keep_tail=True):
        """An element goes, for the reason of the step under way or one that is given; what no step is named for is no loss."""
        reason = reason or (self.reason(element) if self.reason else None)
        stamp = stamp_of(element) if isinstance(element.tag, str) else None
        if reason and stamp is not None:
            self.drops.append((stamp, reason, keep_tail))

    def won(self, top, root):
        """The winner is chosen: its score and those of all others are known now."""
        for element in root.iter():
            score = element.get("gravityScore") if isinstance(element.tag, str) else None
            if score is not None and stamp_of(element) is not None:
                self.scores[stamp_of(element)] = float(score)
        self.top = None if top is None else (stamp_of(top), float(top.get("gravityScore") or 0))


class patched:
    """Puts functions in the place of others while it lasts."""

    def __init__(self, *places):
        self.places = places
        self.before = []

    def __enter__(self):
        for holder, name, made in self.places:
            self.before.append((holder, name, holder.__dict__[name]))
            setattr(holder, name, made)

    def __exit__(self, *_):
        for holder, name, plain in reversed(self.before):
            setattr(holder, name, plain)


def during(log, plain, reason):
    """A function as it was, with a reason for whatever goes while it runs. `reason` makes it of the arguments and the element."""

    def run(*arguments, **named):
        before, log.reason = log.reason, lambda element: reason(arguments, element)
        try:
            return plain(*arguments, **named)
        finally:
            log.reason = before

    return run


def named(pattern, element, attributes=("id", "class", "name")):
    """Which word of a pattern stands in which attribute; the tag where none does."""
    for name in attributes:
        found = re.search(pattern, element.get(name, ""), re.I)
        if found:
            return f"“{found.group().strip()}” in {name}"
    return f"<{element.tag}>"


def tell_gravity(story, log, text):
    """Tells what stands outside of the winner, by the best score in it, and what went from the winner."""
    tree = log.tree
    reasons = Reasons(story, tree)
    top, best = log.top or (None, 0)
    inside = set(tree.within(top)) if top is not None else set(range(len(tree.slots)) if log.top else ())
    gone = removed(tree, log.drops, {})
    given = {at: (top, ("keep", "top", best)) if at in inside else (None, ("keep", "sibling")) for at in range(len(tree.slots)) if at not in gone}
    found = in_output(tree, {at: None for at in given if at in inside}, letters(normalize("NFC", text)))
    beside = [at for at in given if at not in inside and before_top(tree, at, top)]
    rest = in_output(tree, dict.fromkeys(beside), letters(normalize("NFC", text)))
    count = [0]
    for at in range(len(tree.slots)):
        count.append(count[-1] + (at in inside or at in rest))
    for at, slot in enumerate(tree.slots):
        if at in inside:
            title = log.title and letters(slot.text).lower() == letters(log.title).lower()
            reasons.give([at], *((None, ("drop", "title")) if title else reasons.lost(at)))
        else:
            subject = tree.top_without(slot.owner, count)
            reasons.give([at], subject, outside(tree, log, subject, best))
    reasons.give_all(gone)
    for at in found | rest:
        reasons.give([at], *given[at])
    reasons.tell()
    return [{"id": stamp, "measures": {"score": score}} for stamp, score in log.scores.items()]


def before_top(tree, at, top):
    """Whether a run of text stands in an element beside the winner, before it."""
    if top is None:
        return False
    around = tree.parent.get(top, -1)
    return at < tree.begin[top] and around >= 0 and at in tree.within(around)


def outside(tree, log, subject, best):
    """Why an element is not in the winner."""
    if log.top is None:
        return "drop", "no-winner"
    held = tree.within(subject) if subject is not None else ()
    scores = [score for stamp, score in log.scores.items() if subject is not None and stamp in tree.end and tree.begin[stamp] in held]
    return ("drop", "outside", max(scores), best) if scores else ("drop", "outside-unscored", None, best)
