-- The model of the authenticator of a passkey: its logo is shown to the owner.
ALTER TABLE "Authenticator" ADD COLUMN     "aaguid" TEXT;
