import { useState } from "react";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/design.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "./Button.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { ErrorWithRetry } from "./ErrorWithRetry.tsx";
import { Field, SelectField, TextareaField } from "./Field.tsx";
import { RadioChoice } from "./RadioChoice.tsx";
import { Spinner } from "./Spinner.tsx";
import { SubmitButton } from "./SubmitButton.tsx";

/** The parts of forms with their states, for /design/forms. */
export function PartsSample() {
	const [chosen, setChosen] = useState<string>(texts.steps[0]);
	const [asks, setAsks] = useState(false);
	return (
		<div className="grid gap-12">
			<section aria-labelledby="fields" className="grid max-w-xl gap-5">
				<h2 id="fields" className="text-3xl">
					{texts.fields}
				</h2>
				<Field label={common.name} type="text" autoComplete="off" hint={texts.sampleText} />
				<Field label={common.email} type="email" autoComplete="off" error={texts.fieldError} />
				<Field label={texts.disabled} type="text" defaultValue={texts.sample} disabled />
				<SelectField label={texts.choice}>
					{texts.steps.map((step) => (
						<option key={step}>{step}</option>
					))}
				</SelectField>
				<TextareaField label={common.address} rows={2} />
				<Checkbox>{texts.choice}</Checkbox>
				<RadioChoice
					question={texts.states}
					name="step"
					choices={texts.steps}
					chosen={chosen}
					onChoose={setChosen}
					label={(step) => step}
				/>
				<p className="flex gap-4">
					<SubmitButton busy={false} busyLabel={common.saving}>
						{common.save}
					</SubmitButton>
					<SubmitButton busy busyLabel={common.saving}>
						{common.save}
					</SubmitButton>
				</p>
			</section>
			<section aria-labelledby="answers" className="grid justify-items-start gap-4">
				<h2 id="answers" className="text-3xl">
					{texts.answers}
				</h2>
				<Spinner label={common.oneMoment} />
				<ErrorWithRetry message={texts.fieldError} onRetry={() => undefined} />
				<p className="flex flex-wrap gap-4">
					<Button look="btn-outline" onClick={() => toast("success", texts.sample)}>
						{texts.successToast}
					</Button>
					<Button look="btn-outline" onClick={() => toast("error", texts.fieldError)}>
						{texts.errorToast}
					</Button>
					<Button look="btn-outline" onClick={() => setAsks(true)}>
						{texts.dialog}
					</Button>
				</p>
				{asks && (
					<ConfirmDialog
						title={texts.dialog}
						confirmLabel={common.deleteLabel}
						busy={false}
						onConfirm={() => setAsks(false)}
						onCancel={() => setAsks(false)}
					>
						<p>{texts.sampleText}</p>
					</ConfirmDialog>
				)}
			</section>
		</div>
	);
}
