#:project ../src/Doppel.S3.DependencyInjection
// Uses two registered clients, as services do: dotnet run inject-client.cs https://HOST BUCKET
#:package Microsoft.Extensions.DependencyInjection
using Doppel.S3;
using Microsoft.Extensions.DependencyInjection;

var services = new ServiceCollection();
services.AddDoppelS3();                // server and credentials of the environment or ~/.aws
services.AddDoppelS3("archive", options =>
{
    options.Endpoint = args[0];
    options.Refine = client => client with { IdleTimeout = TimeSpan.FromMinutes(5) };
});

await using ServiceProvider provider = services.BuildServiceProvider();
var photos = provider.GetRequiredService<S3Client>();
var archive = provider.GetRequiredKeyedService<S3Client>("archive");
Console.WriteLine(await photos.ObjectExistsAsync(args[1], "2024/lake.jpg"));
Console.WriteLine(await archive.ObjectExistsAsync(args[1], "2024/none.jpg"));
