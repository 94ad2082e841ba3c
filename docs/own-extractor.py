"""A program as an extractor of Boilerscope: copy this file, put your method into `extract`. No dependency; protocol version 1.

    boilerscope extract --extractor ./own-extractor.json page.html
"""
import json
import re
import sys


def extract(html, url, params):
    """Returns {"text"} or {"html"}, or {"nodes": [{"path", "selected", "measures"}], "decisions": [...]}; raise ValueError to decline."""
    paragraphs = re.findall(r"<p\b[^>]*>(.*?)</p>", html, re.DOTALL | re.IGNORECASE)
    texts = [re.sub(r"<[^>]+>", "", paragraph) for paragraph in paragraphs]
    return {"text": "\n".join(text for text in texts if len(text) >= params.get("least", 40))}


def serve(answer_one):
    """Writes a response line for each request line. print() goes to standard error."""
    questions = open(sys.stdin.fileno(), encoding="utf-8", newline="\n", closefd=False)
    answers = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    sys.stdout = sys.stderr
    for line in questions:
        question = json.loads(line)
        try:
            answer = answer_one(question["html"], question["url"], question["params"])
        except ValueError as reason:
            answer = {"error": str(reason)}
        answers.write(json.dumps({"id": question["id"], **answer}) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(extract)
