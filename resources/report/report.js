// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts a table by the column whose title is clicked or chosen with Enter: first falling where it holds numbers, then the other way round. Empty cells stay at the end.
for (const table of document.querySelectorAll("table")) {
    const titles = [...table.tHead.rows[0].cells];
    const text = (row, column) => (row.cells[column]?.dataset.value ?? row.cells[column]?.textContent ?? "").trim();
    const sort = (column) => {
        const rows = [...table.tBodies[0].rows];
        const filled = rows.filter((row) => text(row, column) !== "");
        const numbers = filled.every((row) => !Number.isNaN(Number(text(row, column))));
        const before = titles[column].getAttribute("aria-sort");
        const falling = before ? before === "ascending" : numbers;
        const order = (a, b) => numbers ? Number(text(a, column)) - Number(text(b, column)) : text(a, column).localeCompare(text(b, column), "en", { numeric: true });
        filled.sort((a, b) => falling ? order(b, a) : order(a, b));
        table.tBodies[0].append(...filled, ...rows.filter((row) => text(row, column) === ""));
        titles.forEach((title, n) => n === column ? title.setAttribute("aria-sort", falling ? "descending" : "ascending") : title.removeAttribute("aria-sort"));
    };
    titles.forEach((title, column) => {
        title.tabIndex = 0;
        title.addEventListener("click", () => sort(column));
        title.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                sort(column);
            }
        });
    });
}
