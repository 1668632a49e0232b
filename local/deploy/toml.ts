/** wrangler.toml with another id of the one database it names; comments and order stay. */
export function withDatabaseId(toml: string, id: string): string {
	const line = /^database_id = ".*"$/m;
	if (!line.test(toml)) throw new Error("wrangler.toml has no line that begins with database_id.");
	return toml.replace(line, `database_id = "${id}"`);
}
