import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/imports.ts";
import { staffPaths } from "../../paths/staff.ts";
import type { LineState } from "../../shop/imports/import-states.ts";
import { listImportLinesEndpoint } from "../../shop/imports/imports.api.ts";
import { type ImportLine, linesPageSize } from "../../shop/imports/imports.ts";
import { Button } from "../ui/Button.tsx";
import { toastError, useSend } from "../ui/useSend.ts";

interface Props {
	importId: string;
	state: LineState;
	/** Whether only those are listed that were saved without a picture. */
	incomplete?: boolean;
	/** How many lines are in this state. */
	count: number;
	/** The first of them, if the page came with them. */
	initialLines: ImportLine[] | undefined;
}

/** The lines of an import in a state: what each changes, or what is wrong with it. */
export function ImportLines({ importId, state, incomplete, count, initialLines }: Props) {
	const [lines, setLines] = useState(initialLines);
	const { sending, send } = useSend();

	useEffect(() => {
		if (initialLines) return;
		let isLatest = true;
		const query = { state, ...(incomplete && { incomplete: "1" as const }) };
		call(listImportLinesEndpoint, { params: { id: importId }, query }).then(
			(first) => isLatest && setLines(first),
			(error: unknown) => isLatest && toastError(error),
		);
		return () => {
			isLatest = false;
		};
	}, [importId, state, incomplete, initialLines]);

	const more = () =>
		send(async () => {
			const after = String(lines?.at(-1)?.line ?? 0);
			const query = { state, after, ...(incomplete && { incomplete: "1" as const }) };
			const next = await call(listImportLinesEndpoint, { params: { id: importId }, query });
			setLines([...(lines ?? []), ...next]);
		});
	const title = incomplete ? texts.incompleteLines : texts.lineTitles[state];
	return (
		<section className="grid gap-3" aria-labelledby={`lines-${state}`}>
			<h3 id={`lines-${state}`} className="text-xl">
				{title} ({count})
			</h3>
			<ol className="lines import-lines">
				{lines?.map((line) => (
					<LineRow key={line.line} line={line} />
				))}
			</ol>
			{lines && lines.length >= linesPageSize && lines.length < count && (
				<p>
					<Button disabled={sending} onClick={more}>
						{texts.moreLines}
					</Button>
				</p>
			)}
		</section>
	);
}

function LineRow({
	line: { line, kind, state, toolId, name, changes, errors },
}: {
	line: ImportLine;
}) {
	return (
		<li>
			<span className="text-quiet tabular-nums">{texts.lineNumber(line)}</span>
			<span>
				{toolId && (kind === "changed" || state === "saved") ? (
					<a className="link" href={staffPaths.product(toolId)}>
						{name}
					</a>
				) : (
					name
				)}
			</span>
			<ul>
				{errors.map(({ column, message }) => (
					<li key={`${column} ${message}`}>
						{column && <strong>{column}: </strong>}
						{message}
					</li>
				))}
				{errors.length === 0 && kind === "new" && <li>{texts.newTool}</li>}
				{errors.length === 0 &&
					changes.map(({ column, before, after }) => (
						<li key={column}>
							<strong>{column}: </strong>
							<del>{before || texts.nothing}</del> → <ins>{after || texts.nothing}</ins>
						</li>
					))}
			</ul>
		</li>
	);
}
