#:project ../src/Doppel.S3.Transfer
// Uploads what is new or differs: dotnet run sync-folder.cs FOLDER BUCKET PREFIX
using Doppel.S3;
using Doppel.S3.Transfer;

using S3Client client = await S3Client.CreateDefaultAsync();
var transfer = new S3Transfer(client);
S3TransferTotals totals = await transfer.UploadFolderAsync(args[0], args[1], args[2]);
Console.WriteLine($"{totals.Files} uploaded, {totals.Unchanged} unchanged, {totals.Problems} problems");
