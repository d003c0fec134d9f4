// How results of a search are ranked: subjects of pages (subjects.txt, names of styles), titles of pages, titles of sections, text.
// A result is [page, title, anchor, description, score, file]; of a title and of a subject the score is the share of it that was typed.
const DEVELOPERS = /^(ARCHITECTURE|CHANGELOG|CONTRIBUTING|README|bench\/README|doc\/(index|decisions))$/;
let meant = new Map();    // page: length of the longest of its subjects that the query holds as words, also in the plural

function subjectsIn(query) {
  const asked = ` ${query.trim().toLowerCase()} `, {indexentries, docnames} = Search._index, found = new Map();
  for (const [subject, places] of Object.entries(indexentries))
    if (asked.includes(` ${subject} `) || asked.includes(` ${subject}s `))
      for (const [file] of places) found.set(docnames[file], Math.max(subject.length, found.get(docnames[file]) || 0));
  return found;
}

document.addEventListener("DOMContentLoaded", () => {
  const query = Search.query;
  Search.query = text => { meant = subjectsIn(text); query(text); };
});

var Scorer = {
  objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  score: ([page, title, anchor, , score]) => {
    if (anchor.startsWith("#index-")) return score + 200;
    if (meant.has(page)) score += 100 + meant.get(page);
    if (score > 15 && title.includes(" > ")) return 10 + score / 10;
    return DEVELOPERS.test(page) ? score / 2 : score;
  },
};
