/** Generates custom-elements.json (schema 1.0.0) from the classes' JSDoc with TypeScript's parser. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

interface Entry {
	name: string;
	description: string;
	type?: { text: string };
}

type Tags = Record<"attr" | "fires" | "cssprop" | "csspart" | "slot" | "tagname", Entry[]>;

interface ClassDocs {
	name: string;
	description: string;
	parent: string | undefined;
	tags: Tags;
}

/** The format of a tag: `{type} name - description`. */
const tagPattern = /^(?:\{(?<type>[^}]+)\}\s*)?(?<name>[^\s]*)(?:\s*- (?<description>[\s\S]*))?$/;

function documentedClass(file: string): ClassDocs {
	const text = readFileSync(file, "utf8");
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found = source.statements.find((statement) => ts.isClassDeclaration(statement));
	if (!found) throw new Error(`${file} has no class.`);
	const tags: Tags = { attr: [], fires: [], cssprop: [], csspart: [], slot: [], tagname: [] };
	for (const tag of ts.getJSDocTags(found)) {
		const kind = tag.tagName.text as keyof Tags;
		const tagText = /^[\s*]*@\w+\s+([^\n]*)/.exec(tag.getText(source))?.[1]?.trim() ?? "";
		const { type, name = "", description = "" } = tagPattern.exec(tagText)?.groups ?? {};
		const entry =
			name === "-" ? { name: "", description: tagText.slice(2) } : { name, description };
		tags[kind]?.push({ ...entry, ...(type && { type: { text: type } }) });
	}
	const [comment] = ts.getJSDocCommentsAndTags(found);
	const heritage = found.heritageClauses?.[0]?.types[0]?.expression.getText(source);
	return {
		name: found.name?.text ?? "",
		description: (
			ts.getTextOfJSDocComment(comment && "comment" in comment ? comment.comment : "") ?? ""
		).trim(),
		parent: heritage,
		tags,
	};
}

/** Writes the manifest of the elements in a source folder. */
export function writeManifest(sources: string, file: string): void {
	const base = documentedClass(join(sources, "element.ts"));
	const declarations = ["tool-card.ts", "review-feed.ts"].map((name) => {
		const own = documentedClass(join(sources, name));
		const mergedEntries = (kind: keyof Tags) => [...own.tags[kind], ...base.tags[kind]];
		return {
			kind: "class",
			customElement: true,
			name: own.name,
			tagName: own.tags.tagname[0]?.name,
			description: own.description,
			attributes: mergedEntries("attr"),
			members: mergedEntries("attr").map(({ name, ...rest }) => ({
				kind: "field",
				name: name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()),
				...rest,
			})),
			events: mergedEntries("fires").map((event) => ({ ...event, type: { text: "CustomEvent" } })),
			cssProperties: mergedEntries("cssprop"),
			cssParts: mergedEntries("csspart"),
			slots: mergedEntries("slot"),
		};
	});
	const manifest = {
		schemaVersion: "1.0.0",
		modules: [
			{
				kind: "javascript-module",
				path: "dist/index.js",
				declarations,
				exports: declarations.map(({ name }) => ({
					kind: "js",
					name,
					declaration: { name, module: "dist/index.js" },
				})),
			},
		],
	};
	writeFileSync(file, `${JSON.stringify(manifest, null, "\t")}\n`);
}
