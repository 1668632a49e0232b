import { navigationTexts as texts } from "../../messages/settings.ts";
import type { NavigationLink } from "../../shop/settings/navigation.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	title: string;
	hint: string;
	links: readonly LinkRow[];
	/** Where links can lead, with what they are called by default. */
	targets: readonly NavigationLink[];
	/** The error of a field, by the number of its link and its name. */
	errorOf: (path: string) => string | undefined;
	disabled: boolean;
	onChange: (links: LinkRow[]) => void;
}

export interface LinkRow extends NavigationLink {
	key: number;
}

/** Links in their order: each has a name, and can be moved up or removed. */
export function LinkList({ title, hint, links, targets, errorOf, disabled, onChange }: Props) {
	const nextKey = Math.max(0, ...links.map(({ key }) => key)) + 1;
	const add = (path: string) => {
		const target = targets.find((one) => one.path === path);
		if (target) onChange([...links, { ...target, key: nextKey }]);
	};
	return (
		<fieldset className="grid gap-3">
			<legend className="pb-1 font-semibold">{title}</legend>
			<p className="text-sm text-quiet">{hint}</p>
			<ol className="grid gap-3">
				{links.map((link, index) => {
					const error = errorOf(`${index}.label`) ?? errorOf(`${index}.path`);
					return (
						<li key={link.key} className="flex items-start gap-2">
							<div className="grid min-w-0 flex-1 gap-1">
								<input
									className="input w-full text-base"
									type="text"
									maxLength={40}
									value={link.label}
									disabled={disabled}
									aria-label={texts.labelOf(title, index + 1)}
									aria-invalid={error ? true : undefined}
									onChange={({ target }) =>
										onChange(links.with(index, { ...link, label: target.value }))
									}
								/>
								<code className="break-all text-sm text-quiet">{link.path}</code>
								<FieldError message={error} />
							</div>
							<Button
								look="btn-outline btn-sm"
								disabled={disabled || index === 0}
								aria-label={texts.moveUp(link.label)}
								onClick={() => onChange(links.toSpliced(index, 1).toSpliced(index - 1, 0, link))}
							>
								<span aria-hidden="true">↑</span>
							</Button>
							<Button
								look="btn-outline btn-sm"
								disabled={disabled}
								aria-label={texts.remove(link.label)}
								onClick={() => onChange(links.toSpliced(index, 1))}
							>
								<span aria-hidden="true">×</span>
							</Button>
						</li>
					);
				})}
			</ol>
			<FieldError message={errorOf("")} />
			<select
				className="choice w-full max-w-md"
				aria-label={texts.addTo(title)}
				disabled={disabled}
				value=""
				onChange={({ target }) => add(target.value)}
			>
				<option value="">{texts.add}</option>
				{targets.map(({ path, label }) => (
					<option key={path} value={path}>
						{texts.target(label, path)}
					</option>
				))}
			</select>
		</fieldset>
	);
}
