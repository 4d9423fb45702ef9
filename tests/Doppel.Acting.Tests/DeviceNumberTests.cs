namespace Doppel.Acting.Tests;

/// <summary>A disk that comes back with another device number is recognized.</summary>
public sealed class DeviceNumberTests
{
    // A run ends by a kill in two of three cases. Its resuming may end, too, and the numbers change each time.
    [Fact]
    public void Undo_and_resume_recognize_disks_whose_numbers_changed()
    {
        Assert.SkipUnless(TwoDisks.ArePossible, "needs two file systems");
        for (int i = 0; i < TestRun.Count(60, 10_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            try
            {
                Check(new Random(seed));
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"seed {seed}: {failure.Message}", failure);
            }
        }
    }

    private static void Check(Random random)
    {
        using var disks = new TwoDisks(random);
        bool isKilled = random.Next(3) > 0;
        disks.Act(isKilled ? random.Next(1, 60) : null);
        bool hasPlan = !isKilled;
        for (int left = random.Next(3); isKilled && left >= 0; left--)
        {
            disks.Remount(random);
            hasPlan |= disks.Resume(left > 0 ? random.Next(1, 60) : null);
        }

        if (hasPlan)
        {
            disks.AssertDone();
        }

        disks.Remount(random);
        disks.Undo();
        disks.AssertAsBefore();
    }
}
