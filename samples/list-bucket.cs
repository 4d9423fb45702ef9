#:project ../src/Doppel.S3
// Lists a bucket, with credentials from where AWS keeps them: dotnet run list-bucket.cs https://HOST BUCKET
using Doppel.S3;

using var client = new S3Client(
    new S3ClientOptions { Endpoint = args[0], Region = "us-east-1" }, S3CredentialsProvider.Default());
await foreach (S3ListEntry entry in client.ListObjectsAsync(args[1]))
{
    Console.WriteLine($"{entry.Size} {entry.Key}");
}
