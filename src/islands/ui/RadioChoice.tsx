import type { ReactNode } from "react";

interface Props<Value extends string> {
	question: string;
	name: string;
	choices: readonly Value[];
	chosen: Value | undefined;
	onChoose: (value: Value) => void;
	/** Describes a choice. */
	label: (value: Value) => ReactNode;
}

/** Radio buttons below a question. */
export function RadioChoice<Value extends string>(props: Props<Value>) {
	const { question, name, choices, chosen, onChoose, label } = props;
	return (
		<fieldset className="grid gap-3">
			<legend className="pb-2 font-semibold">{question}</legend>
			{choices.map((value) => (
				<label key={value} className="flex min-h-6 items-start gap-3 pointer-coarse:min-h-11">
					<input
						type="radio"
						name={name}
						value={value}
						className="size-6 shrink-0"
						checked={value === chosen}
						onChange={() => onChoose(value)}
					/>
					<span>{label(value)}</span>
				</label>
			))}
		</fieldset>
	);
}
