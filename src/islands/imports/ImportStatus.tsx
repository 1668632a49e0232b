import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/imports.ts";
import { staffPaths } from "../../paths/staff.ts";
import type { ImportMode, LineState } from "../../shop/imports/import-states.ts";
import {
	getImportEndpoint,
	retryPicturesEndpoint,
	revertImportEndpoint,
	startImportEndpoint,
} from "../../shop/imports/imports.api.ts";
import { type Import, type ImportLine, isActive, progressOf } from "../../shop/imports/imports.ts";
import { formatDate } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { redirectIfSignedOut, toastError, useSend } from "../ui/useSend.ts";
import { ImportLines } from "./ImportLines.tsx";
import { NewCategories } from "./NewCategories.tsx";

interface Props {
	import: Import;
	/** The first lines of each state that the page lists. */
	lines: Partial<Record<LineState, ImportLine[]>>;
}

/** The states whose lines are listed, once nothing is going on. */
const listedStates = ["wrong", "rejected", "kept"] as const;

/** How often the page asks how far an import is, in milliseconds. */
const pollMs = 1000;

/** An import: its preview, its progress, which goes on without this page, and how to start and revert it. */
export function ImportStatus({ import: initial, lines }: Props) {
	const [found, setFound] = useState(initial);
	const [asks, setAsks] = useState(false);
	/** What becomes of new categories, by their slugs. */
	const [categories, setCategories] = useState<Record<string, string>>({});
	const { sending, send } = useSend();
	const active = isActive(found);
	const { _id: id, state, mode, counts, problem, supplier, hasOwnColumns, pictures } = found;
	const { newCategories } = found;
	const made = newCategories.filter(({ slug, target }) => target === slug);

	const poll = useEffectEvent(async () => {
		try {
			const next = await call(getImportEndpoint, { params: { id } });
			// The page has the form.
			if (next.state === "mapping") location.reload();
			else setFound(next);
		} catch (error) {
			// The next one may succeed.
			redirectIfSignedOut(error);
		}
	});
	useEffect(() => {
		if (!active) return;
		const timer = setInterval(() => void poll(), pollMs);
		return () => clearInterval(timer);
	}, [active]);

	const start = (mode: ImportMode) =>
		send(async () =>
			setFound(await call(startImportEndpoint, { params: { id }, body: { mode, categories } })),
		);
	const retry = () =>
		send(async () => setFound(await call(retryPicturesEndpoint, { params: { id } })));
	const revert = () =>
		send(
			async () => {
				setFound(await call(revertImportEndpoint, { params: { id } }));
				setAsks(false);
			},
			(error) => {
				setAsks(false);
				toastError(error);
			},
		);

	const good = counts.new + counts.changed;
	const progress = progressOf(found);
	return (
		<div className="grid gap-8">
			<section className="card" aria-labelledby="state">
				<h2 id="state" className="text-2xl">
					{texts.stateTitles[state]}
				</h2>
				{problem && <p className="text-error">{problem}</p>}
				{state === "ready" && !hasOwnColumns && (
					<p>
						{supplier !== null && texts.columnsOfSupplier(supplier)}{" "}
						<a className="link" href={staffPaths.columnsOf(id)}>
							{texts.changeColumns}
						</a>
					</p>
				)}
				<div role="status">
					{state === "ready" && <p>{texts.previewOf(counts)}</p>}
					{state === "ready" && good > 0 && counts.wrong > 0 && (
						<p>{mode === null ? texts.wrongLeftOut : texts.wrongToolsLeftOut}</p>
					)}
					{(state === "done" || state === "reverted") && <p>{texts.outcomeOf(counts)}</p>}
					{active && <p>{texts.goesOn}</p>}
				</div>
				{!active && pictures && pictures.missing > 0 && (
					<div className="grid gap-2">
						<p>{texts.picturesMissing(pictures.missing)}</p>
						<ul className="grid gap-1 text-sm wrap-anywhere">
							{pictures.named.map(({ address, problem }) => (
								<li key={address} className="grid">
									<strong>{address}</strong> <span>{problem}</span>
								</li>
							))}
						</ul>
						{(state === "ready" || state === "done") && (
							<p>
								<Button disabled={sending} onClick={() => void retry()}>
									{texts.retryPictures}
								</Button>
							</p>
						)}
					</div>
				)}
				{active && (
					<label className="grid gap-1">
						<span className="tabular-nums">{texts.progress(progress)}</span>
						<progress
							className="import-progress"
							{...(progress.of > 0 && { value: progress.done, max: progress.of })}
						/>
					</label>
				)}
				{state === "ready" && newCategories.length > 0 && (
					<NewCategories
						categories={newCategories}
						chosen={categories}
						onChoose={(slug, target) => setCategories({ ...categories, [slug]: target })}
					/>
				)}
				{state === "done" && made.length > 0 && (
					<p>{texts.newCategories.made(made.map(({ name }) => name))}</p>
				)}
				<p className="flex flex-wrap gap-3">
					{state === "ready" && good > 0 && (
						<Button
							look="btn-primary"
							disabled={sending}
							onClick={() => void start(mode ?? (counts.wrong === 0 ? "all" : "good"))}
						>
							{mode !== null && texts.changeTools(good)}
							{mode === null &&
								(counts.wrong === 0 ? texts.importLines(good) : texts.importGoodLines(good))}
						</Button>
					)}
					{state === "done" && counts.saved > 0 && (
						<Button disabled={sending} onClick={() => setAsks(true)}>
							{texts.revertImport}
						</Button>
					)}
				</p>
				{state === "done" && counts.saved > 0 && (
					<p className="text-sm text-quiet">
						{texts.revertableUntil(formatDate(found.revertableUntil))}
					</p>
				)}
			</section>
			{!active &&
				listedStates
					.filter((state) => counts[state] > 0)
					.map((state) => (
						<ImportLines
							key={state}
							importId={id}
							state={state}
							count={counts[state]}
							initialLines={lines[state]}
						/>
					))}
			{state === "done" && pictures && pictures.lines > 0 && (
				<ImportLines
					importId={id}
					state="saved"
					incomplete
					count={pictures.lines}
					initialLines={found === initial ? lines.saved : undefined}
				/>
			)}
			{state === "ready" && good > 0 && (
				<ImportLines importId={id} state="waiting" count={good} initialLines={lines.waiting} />
			)}
			{asks && (
				<ConfirmDialog
					title={texts.revertQuestion}
					confirmLabel={texts.revert}
					busy={sending}
					onConfirm={() => void revert()}
					onCancel={() => setAsks(false)}
				>
					<p>{texts.revertMeans(counts.saved)}</p>
				</ConfirmDialog>
			)}
		</div>
	);
}
