// Sorting and filtering of tables; the page is whole without it.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const numeric = heading.classList.contains("num");
      const before = heading.getAttribute("aria-sort");
      const descending = before ? before === "ascending" : numeric;
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
      const order = (a, b) => numeric ? Number(key(a)) - Number(key(b))
                                      : key(a).localeCompare(key(b), undefined, { numeric: true });
      const rows = [...table.tBodies[0].rows].sort((a, b) => descending ? order(b, a) : order(a, b));
      table.tBodies[0].append(...rows);
    });
  });
}
for (const field of document.querySelectorAll("input[data-table]")) {
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const row of document.getElementById(field.dataset.table).tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });
}
