using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using Doppel.S3.Server;

// Serves an S3 in memory until standard input ends, so that it never outlives who started it.
// Arguments: --https; --bucket NAME, which is there from the start; --listing NAME COUNT, a bucket in lists only.
// Prints NAME=value lines as eng/s3-server does; the certificate, where there is one, in base64 of its DER form.
var memory = new MemoryS3(new MemoryS3Options
{
    AddsChecksums = false,
    SecretOf = access => access == "MEMORYACCESSKEY00000" ? "memory/secret+key" : null,
});
X509Certificate2? certificate = null;
for (int i = 0; i < args.Length; i++)
{
    switch (args[i])
    {
        case "--https":
            certificate = TestCertificate.Valid();
            break;
        case "--bucket":
            memory.AddBucket(args[++i]);
            break;
        case "--listing":
            memory.AddListing(args[++i], int.Parse(args[++i], CultureInfo.InvariantCulture));
            break;
        default:
            await Console.Error.WriteLineAsync($"Doppel.S3.Server: unknown argument {args[i]}");
            return 2;
    }
}

await using FaultServer server = FaultServer.Start(memory, certificate);
Console.WriteLine($"DOPPEL_S3_ENDPOINT={server.Endpoint.GetLeftPart(UriPartial.Authority)}");
Console.WriteLine("DOPPEL_S3_ACCESS_KEY=MEMORYACCESSKEY00000");
Console.WriteLine("DOPPEL_S3_SECRET_KEY=memory/secret+key");
Console.WriteLine($"DOPPEL_S3_REGION={memory.Options.Region}");
if (certificate is not null)
{
    Console.WriteLine($"DOPPEL_S3_CERTIFICATE_DER={Convert.ToBase64String(certificate.RawData)}");
}

// What reads this up to the empty line knows everything.
Console.WriteLine();
await Console.In.ReadToEndAsync();
certificate?.Dispose();
return 0;
