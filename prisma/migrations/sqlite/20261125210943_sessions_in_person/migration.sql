-- AlterTable
ALTER TABLE "Session" ADD COLUMN "inPerson" BOOLEAN NOT NULL DEFAULT true;
