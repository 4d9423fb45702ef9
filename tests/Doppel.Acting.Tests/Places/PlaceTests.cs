using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Laws about one place under two names.</summary>
public sealed class PlaceTests
{
    [Fact]
    public async Task Nothing_is_lost_in_one_place_under_two_names_and_two_places_are_told_apart()
    {
        await using var server = new FolderServer();
        using S3Client one = ClientOf(server, "127.0.0.1");
        using S3Client other = ClientOf(server, "localhost");
        var disk = new HookedVolume(new LinuxVolume());
        int first = TestRun.SeedOffset;
        int count = 0;
        for (int seed = first; count < TestRun.Count(150, 10_000); seed++)
        {
            using var trial = new PlaceCase(seed, disk, server, [one, other]);
            if (!trial.IsTrivial)
            {
                trial.Run();
                count++;
            }
        }
    }

    private static S3Client ClientOf(FolderServer server, string host) => new(
        new S3ClientOptions { Endpoint = $"http://{host}:{server.Server.Endpoint.Port}", Region = "us-east-1" },
        credentials: null);
}
