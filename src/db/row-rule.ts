/** A rule that each row of a table must keep, as SQL without parameters. */
export interface RowRule {
	table: string;
	/** The column that names a row; `id` by default. */
	id?: string;
	/** The condition of a row that breaks the rule. `:after` and `:last` bound the numbers of the rows that are checked. */
	where: string;
	/** What is wrong, after the row's name. */
	message: string;
	/** The statements that set it right, with `:id` for the row's name and `:actor` for the id of who does it. */
	fix?: string[];
}

/** A string as an SQL literal. */
export const sqlString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The statements that set a row of this name right, done by this user or by nobody. */
export const fixOf = ({ fix = [] }: RowRule, id: string, actor: string | null = null): string[] =>
	fix.map((statement) =>
		statement
			.replaceAll(":id", () => sqlString(id))
			.replaceAll(":actor", () => (actor === null ? "null" : sqlString(actor))),
	);

/** Returns the condition of a rule among the rows of these numbers. */
export const amongRows = (where: string, after: string | number, last: string | number) =>
	where.replaceAll(":after", String(after)).replaceAll(":last", String(last));

/** The query of all rows that break a rule: their names. */
export const selectBroken = ({ table, id = "id", where }: RowRule): string =>
	`select cast(${id} as text) as id from ${table} where ${amongRows(where, 0, Number.MAX_SAFE_INTEGER)}`;
