#:project ../src/Doppel.S3
// Lists a bucket. Server and credentials are those of the environment or ~/.aws: dotnet run list-bucket.cs BUCKET
using Doppel.S3;

using S3Client client = await S3Client.CreateDefaultAsync();
await foreach (S3ListEntry entry in client.ListObjectsAsync(args[0]))
{
    Console.WriteLine($"{entry.Size} {entry.Key}");
}
