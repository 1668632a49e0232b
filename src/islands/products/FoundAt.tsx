import { useDeferredValue, useEffect, useState } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/products.ts";
import { publicPaths } from "../../paths/public.ts";
import type { Capability } from "../../shop/fit/capabilities.ts";
import type { FitData, Found } from "../../shop/jobs/found-at.ts";
import { isComplete, type ToolState } from "../../shop/tools/tool-fields.ts";
import { importChunk } from "../ui/import-chunk.ts";

interface Props {
	capabilities: readonly Capability[];
	category: { slug: string; name: string } | undefined;
	state: ToolState;
	fitData: FitData;
	/** Where it is found with what is stored. */
	stored: Found;
}

/** Where the shop shows the tool with what is typed now: its category, jobs, and parts of a bike. */
export function FoundAt({ capabilities, category, state, fitData, stored }: Props) {
	const [found, setFound] = useState(stored);
	// Typing goes first.
	const typed = useDeferredValue(
		JSON.stringify(capabilities.filter((one) => isComplete(one)) satisfies Capability[]),
	);
	const [shown, setShown] = useState(typed);

	useEffect(() => {
		if (typed === shown) return;
		let isNewest = true;
		// What finds it is loaded with the first change: the server has found what is stored.
		importChunk(() => import("../../shop/jobs/found-at.ts")).then(
			({ foundAt }) => {
				if (!isNewest) return;
				setFound(foundAt(JSON.parse(typed), fitData));
				setShown(typed);
			},
			// The next change tries again.
			() => {},
		);
		return () => {
			isNewest = false;
		};
	}, [typed, shown, fitData]);
	return (
		<section aria-labelledby="found-at" className="card found-at">
			<h2 id="found-at" className="text-2xl">
				{messages.whereFound}
			</h2>
			{state !== "listed" && <p className="font-semibold">{messages.notListedNote}</p>}
			<dl>
				<dt>{common.category}</dt>
				<dd>
					{category ? (
						<a className="link" href={publicPaths.category(category.slug)}>
							{category.name}
						</a>
					) : (
						messages.none
					)}
				</dd>
				<dt>{messages.jobCount(found.jobs.length)}</dt>
				<dd>
					<ul>
						{found.jobs.map(({ slug, title }) => (
							<li key={slug}>
								<a className="link" href={publicPaths.job(slug)}>
									{title}
								</a>
							</li>
						))}
					</ul>
				</dd>
				{found.standards.map(({ dimension, name, standards }) => (
					<div key={dimension}>
						<dt>{messages.myBikeCount(name, standards.length)}</dt>
						<dd>
							<ul>
								{standards.map((standard) => (
									<li key={standard.id}>
										<a className="link" href={publicPaths.fitWith(dimension, standard.id)}>
											{standard.name}
										</a>
									</li>
								))}
							</ul>
						</dd>
					</div>
				))}
			</dl>
			<p className="text-sm text-quiet">
				{found.jobs.length + found.standards.length > 0
					? messages.bestToolFirst
					: messages.foundNowhere}
			</p>
		</section>
	);
}
