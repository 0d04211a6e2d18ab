"""Links of a page that is shown elsewhere than in the repository: crates.io, PyPI and npm show it alone."""

import os
import re

FENCE = re.compile(r"^ {0,3}(```|~~~)")
INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
# `](target`, `[name]: target`, `href="target"` and `src="target"`.
LINK = re.compile(r"""(\]\(\s*<?|^ {0,3}\[[^\]^]+\]:[ \t]*<?|\b(?:href|src)=["'])([^\s)>"']+)""", re.MULTILINE)
ABSOLUTE = re.compile(r"^([a-z][a-z0-9+.-]*:|//|#)", re.IGNORECASE)


def _prose(text):
    """Yields the pieces of a page: whether a piece is prose, and the piece. Code has no links."""
    fence, piece = None, []
    for line in text.splitlines(keepends=True):
        mark = FENCE.match(line)
        if mark and fence in (None, mark[1]):
            if fence is None:
                yield True, "".join(piece)
                fence, piece = mark[1], [line]
            else:
                yield False, "".join([*piece, line])
                fence, piece = None, []
        else:
            piece.append(line)
    yield fence is None, "".join(piece)


def _replace(text, function):
    """Replaces each relative target of a link by what the function returns for it."""
    def target(match):
        return match[0] if ABSOLUTE.match(match[2]) else match[1] + function(match[2])

    def prose(piece):
        result, end = [], 0
        for code in INLINE_CODE.finditer(piece):
            # A link whose text is code has its target behind the code.
            result += [LINK.sub(target, piece[end:code.start()]), code[0]]
            end = code.end()
        return "".join([*result, LINK.sub(target, piece[end:])])
    return "".join(prose(piece) if is_prose else piece for is_prose, piece in _prose(text))


def relative(text):
    """Returns the relative targets of a page's links."""
    found = []
    _replace(text, lambda target: found.append(target) or target)
    return found


def place(page, target):
    """Returns the path in the repository that a relative target of a page means."""
    return os.path.normpath(os.path.join(os.path.dirname(page), target.partition("#")[0]))


def absolute(text, page, address, version):
    """Returns the page with links to the repository's files of that version."""
    def target(relative_target):
        anchor = relative_target.partition("#")[1:]
        return f"{address}/blob/v{version}/{place(page, relative_target)}{''.join(anchor)}"
    return _replace(text, target)
