/** A rule that each row of a table must keep, as SQL without parameters. */
export interface RowRule {
	table: string;
	/** The column that names a row; `id` by default. */
	id?: string;
	/** The condition of a row that breaks the rule. `:after` and `:last` bound the numbers of the rows that are checked. */
	where: string;
	/** What is wrong, after the row's name. */
	message: string;
	/** The column of a tool that can be set right, and the SQL of its value. */
	repair?: [column: string, value: string];
	/** The statements that set it right, with `:id` for the row's name. */
	fix?: string[];
}

/** Returns the condition of a rule among the rows of these numbers. */
export const amongRows = (where: string, after: string | number, last: string | number) =>
	where.replaceAll(":after", String(after)).replaceAll(":last", String(last));
