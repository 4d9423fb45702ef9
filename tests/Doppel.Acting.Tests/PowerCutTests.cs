namespace Doppel.Acting.Tests;

/// <summary>
/// After power cuts at any moments nothing is lost, resume completes everything or says that it cannot, and undo brings
/// everything back.
/// </summary>
public sealed class PowerCutTests
{
    // The journal and two disks lose different parts of what was not flushed, again and again.
    [Fact]
    public void Resume_and_undo_complete_their_work_whatever_power_cuts_have_lost() =>
        ForSeeds(TestRun.Count(60, 10_000), static random =>
        {
            using var disks = new TwoDisks(random) { PowerCuts = random };
            disks.Refusals = random.Next(3) == 0 ? random : null;
            disks.Act(random.Next(4) > 0 ? random.Next(1, 90) : null);
            disks.Refusals = null;
            disks.AssertNothingLost();
            while (random.Next(2) == 0)
            {
                disks.Resume(random.Next(1, 60));
                disks.AssertNothingLost();
            }

            if (random.Next(3) > 0)
            {
                disks.PowerCuts = null;
                if (disks.Resume(null))
                {
                    disks.AssertDone();
                }

                disks.PowerCuts = random;
            }

            while (random.Next(2) == 0)
            {
                disks.Undo(random.Next(1, 60));
                disks.AssertNothingLost();
            }

            disks.PowerCuts = null;
            disks.Undo();
            disks.AssertAsBefore();
        });

    [Fact]
    public void Resume_refuses_a_plan_that_is_cut_or_changed_anywhere_and_undo_does_not_need_it() =>
        ForSeeds(TestRun.Count(4, 100), static random =>
        {
            using var disks = new TwoDisks(random);
            byte[] plan = [];
            int kill = random.Next(8, 40);
            disks.Act(kill);
            if (!disks.IsUnfinished)
            {
                return;
            }

            disks.DamagePlan(whole => plan = whole);
            string before = disks.State;
            for (int length = 0; length < plan.Length; length += TestRun.Count(97, 1))
            {
                Refuse(plan[..length]);
                Refuse([.. plan[..length], .. new byte[plan.Length - length]]);
                byte[] changed = [.. plan];
                changed[length] ^= (byte)random.Next(1, 256);
                Refuse(changed);
            }

            if (random.Next(2) == 0)
            {
                disks.DamagePlan(_ => plan);
                Assert.True(disks.Resume(null));
                disks.AssertDone();
            }

            disks.Undo();
            disks.AssertAsBefore();

            void Refuse(byte[] damaged)
            {
                disks.DamagePlan(_ => damaged);
                JournalException refused = Assert.Throws<JournalException>(() => disks.Resume(null));
                Assert.Contains("run the same command again", refused.Message);
                Assert.Equal(before, disks.State);
            }
        });

    private static void ForSeeds(int count, Action<Random> check)
    {
        Assert.SkipUnless(TwoDisks.ArePossible, "needs two file systems");
        for (int i = 0; i < count; i++)
        {
            int seed = TestRun.SeedOffset + i;
            try
            {
                check(new Random(seed));
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"seed {seed}: {failure.Message}", failure);
            }
        }
    }
}
