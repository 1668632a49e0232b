import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import { newCategories as texts } from "../../messages/imports.ts";
import { maxCategories } from "../../shop/catalogue/catalogue.ts";
import { listCategoriesEndpoint } from "../../shop/catalogue/categories.api.ts";
import type { ListedCategory } from "../../shop/catalogue/categories.ts";
import type { Import } from "../../shop/imports/imports.ts";
import { toastError } from "../ui/useSend.ts";

interface Props {
	categories: Import["newCategories"];
	/** What was chosen, by the slug of the new category. */
	chosen: Readonly<Record<string, string>>;
	onChoose: (slug: string, target: string) => void;
}

/** The categories that a file names and the shop does not have: each is made, is one that there is, or none. */
export function NewCategories({ categories, chosen, onChoose }: Props) {
	const [known, setKnown] = useState<readonly ListedCategory[]>([]);
	useEffect(() => {
		call(listCategoriesEndpoint, {}).then(setKnown, toastError);
	}, []);
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-2 text-xl">{texts.title}</legend>
			<p>{texts.about}</p>
			<ul className="grid gap-3">
				{categories.map(({ slug, name, lines, target }) => (
					<li key={slug}>
						<label className="grid gap-1 md:grid-cols-[minmax(0,1fr)_18rem] md:items-center">
							<span className="wrap-anywhere">
								<strong>{name}</strong> <span className="text-quiet">{texts.ofLines(lines)}</span>
							</span>
							<select
								className="choice"
								value={chosen[slug] ?? target}
								onChange={(event) => onChoose(slug, event.currentTarget.value)}
							>
								<option value={slug}>{texts.make(name)}</option>
								<option value="">{texts.none}</option>
								<optgroup label={texts.inShop}>
									{known.map((one) => (
										<option key={one.slug} value={one.slug}>
											{one.name}
										</option>
									))}
								</optgroup>
							</select>
						</label>
					</li>
				))}
			</ul>
			{known.length > 0 && known.length + categories.length > maxCategories && (
				<p>{texts.room(Math.max(maxCategories - known.length, 0), maxCategories)}</p>
			)}
		</fieldset>
	);
}
