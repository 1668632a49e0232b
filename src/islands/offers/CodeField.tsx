import { type KeyboardEvent, useId, useRef } from "react";
import { codes as texts } from "../../messages/codes.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderWithCode } from "../../shop/gift-cards/holding-order.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	/** The code that was typed; empty without one. */
	code: string;
	/** Why it does not work, and what to do. */
	problem: string | undefined;
	/** The customer's own unpaid order that has the code. */
	order?: OrderWithCode | undefined;
	/** Takes another code, or none. Without it, the button submits its form. */
	onCode?: (code: string) => void;
	/** The name and the value of that button. */
	submit?: { name: string; value: string };
}

/** What stands in the field of a form, applied or not. */
export const codeIn = (form: HTMLFormElement): string =>
	String(new FormData(form).get("code") ?? "").trim();

/** The field for a code, with the button that applies it. */
export function CodeField({ code, problem, order, onCode, submit }: Props) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const apply = () => onCode?.(input.current?.value.trim() ?? "");
	const onEnter = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !onCode) return;
		// It would place the order.
		event.preventDefault();
		apply();
	};
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{texts.label}
			</label>
			<div className="flex gap-2">
				<input
					key={code}
					ref={input}
					id={id}
					name="code"
					className="input min-w-0 flex-1 text-base"
					defaultValue={code}
					maxLength={100}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					aria-invalid={problem ? true : undefined}
					aria-describedby={problem ? `${id}-error` : undefined}
					onKeyDown={onEnter}
				/>
				{onCode ? (
					<Button onClick={apply}>{texts.apply}</Button>
				) : (
					<button type="submit" className="btn btn-outline" {...submit}>
						{texts.apply}
					</button>
				)}
			</div>
			<FieldError id={`${id}-error`} message={problem} />
			{problem && order && (
				<a className="link justify-self-start" href={sitePaths.order(order.id)}>
					{texts.goToOrder}
				</a>
			)}
			{code !== "" && onCode && (
				<Button
					look="btn-ghost justify-self-start px-0 font-normal underline"
					onClick={() => onCode("")}
				>
					{texts.remove}
				</Button>
			)}
		</div>
	);
}

/** The same for a checkout: folded until there is a code, since most have none. */
export const FoldedCodeField = (props: Props) => (
	<details open={props.code !== "" || props.problem !== undefined}>
		<summary className="link min-h-6 pointer-coarse:min-h-11">{texts.fold}</summary>
		<CodeField {...props} />
	</details>
);
