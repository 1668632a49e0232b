/** Steps in a row: those that are done, the present one, and those to come. Static, so that pages render it too. */
import { stepDone } from "../../messages/steps.ts";

export interface Step {
	name: string;
	/** Leads back to a step that is done. */
	href?: string;
	/** When it was or will be. */
	detail?: string | undefined;
}

interface Props {
	/** For screen readers. */
	label: string;
	steps: readonly Step[];
	/** The index of the present one. Past the last, all are done. */
	current: number;
}

export function Steps({ label, steps, current }: Props) {
	return (
		<ol className="steps" aria-label={label}>
			{steps.map(({ name, href, detail }, index) => (
				<li
					key={name}
					data-done={index < current || undefined}
					aria-current={index === current ? "step" : undefined}
				>
					<span>
						{href && index < current ? (
							<a className="link" href={href}>
								{name}
							</a>
						) : (
							name
						)}
						{index < current && <span className="sr-only"> {stepDone}</span>}
						{detail && <small>{detail}</small>}
					</span>
				</li>
			))}
		</ol>
	);
}
