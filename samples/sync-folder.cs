#:project ../src/Doppel.S3.Transfer
// Uploads what is new or differs: dotnet run sync-folder.cs https://HOST FOLDER BUCKET PREFIX
using Doppel.S3;
using Doppel.S3.Transfer;

using var client = new S3Client(
    new S3ClientOptions { Endpoint = args[0], Region = "us-east-1" }, S3CredentialsProvider.Default());
var transfer = new S3Transfer(client);
S3TransferTotals totals = await transfer.UploadFolderAsync(args[1], args[2], args[3]);
Console.WriteLine($"{totals.Files} uploaded, {totals.Unchanged} unchanged, {totals.Problems} problems");
