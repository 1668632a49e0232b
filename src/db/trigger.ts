/** A trigger of the schema. */
export interface Trigger {
	name: string;
	create: string;
}

/** What triggers keep true, and why it is the database that does: docs/invariants.md lists them. */
export interface Invariant {
	name: string;
	why: string;
	triggers: Trigger[];
}

/** Returns a trigger that runs statements at a time, such as `AFTER INSERT ON tools`. One line, as D1 needs it. */
export function trigger(name: string, timing: string, ...statements: string[]): Trigger {
	return {
		name,
		create: `CREATE TRIGGER ${name} ${timing} BEGIN ${statements.join("; ")}; END`,
	};
}
