/** SQL as one line, however it is laid out: for tables of docs, hashes and patterns. */
export const onOneLine = (sql: string): string =>
	sql.trim().replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
