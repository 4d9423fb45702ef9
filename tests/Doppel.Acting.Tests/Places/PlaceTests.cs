using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Laws about one place under two names.</summary>
public sealed class PlaceTests
{
    /// <summary>
    /// Also if the run is killed. What the undo finds is as it was before, and nothing stays behind.
    /// </summary>
    [Fact]
    public void Nothing_is_lost_in_one_place_under_two_names_and_two_places_are_distinguished()
    {
        using var server = new FolderServer();
        var disk = new HookedVolume(new LinuxVolume());
        int count = 0;
        for (int seed = TestRun.SeedOffset; count < TestRun.Count(100, 10_000); seed++)
        {
            using var trial = new PlaceCase(seed, disk, server);
            if (!trial.IsTrivial)
            {
                trial.Run();
                count++;
            }
        }
    }
}
