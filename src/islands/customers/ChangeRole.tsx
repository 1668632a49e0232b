import { useState } from "react";
import { type Role, roles } from "../../access/roles.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as texts from "../../messages.customers.ts";
import { setRoleEndpoint } from "../../shop/customers/customers.api.ts";
import { FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	id: string;
	name: string;
	/** The role that the customer has. */
	role: Role;
	onChanged: (role: Role) => void;
	onClose: () => void;
}

/** Chooses a customer's role, and tells what they can then do. */
export function ChangeRole({ id, name, role, onChanged, onClose }: Props) {
	const [chosen, setChosen] = useState(role);
	const [formError, setFormError] = useState<string>();
	const { sending, send } = useSend();
	const isLess = roles.indexOf(chosen) < roles.indexOf(role);
	const change = () =>
		send(
			async () => {
				await call(setRoleEndpoint, { params: { id }, body: { role: chosen } });
				onChanged(chosen);
			},
			(error) => setFormError(errorMessage(error)),
		);
	return (
		<Modal title={texts.roleOf(name)} onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={(event) => {
					event.preventDefault();
					void change();
				}}
			>
				<fieldset className="grid gap-3">
					<legend className="pb-2 font-semibold">{common.role}</legend>
					{roles.map((one) => (
						<label key={one} className="flex min-h-6 items-start gap-3">
							<input
								type="radio"
								name="role"
								value={one}
								className="size-6 shrink-0 accent-primary"
								checked={one === chosen}
								onChange={() => setChosen(one)}
							/>
							<span>
								<strong>{texts.roleNames[one]}</strong>: {texts.abilities[one]}
							</span>
						</label>
					))}
				</fieldset>
				<p role="status">
					{chosen !== role && texts.willBeAble(name, chosen)} {isLess && texts.willBeSignedOut}
				</p>
				<FieldError message={formError} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel={common.saving} disabled={chosen === role}>
						{texts.changeRole}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
