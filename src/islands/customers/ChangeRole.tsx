import { useState } from "react";
import { type Role, roles } from "../../access/roles.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/customers.ts";
import { setRoleEndpoint } from "../../shop/customers/customers.api.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
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
		<DialogForm
			title={texts.roleOf(name)}
			sending={sending}
			onSubmit={() => void change()}
			onClose={onClose}
			submitLabel={texts.changeRole}
			busyLabel={common.saving}
			disabled={chosen === role}
			formError={formError}
		>
			<RadioChoice
				question={common.role}
				name="role"
				choices={roles}
				chosen={chosen}
				onChoose={setChosen}
				label={(choice) => (
					<>
						<strong>{texts.roleNames[choice]}</strong>: {texts.abilities[choice]}
					</>
				)}
			/>
			<p role="status">
				{chosen !== role && texts.willBeAble(name, chosen)} {isLess && texts.willBeSignedOut}
			</p>
		</DialogForm>
	);
}
