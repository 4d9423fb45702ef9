using Doppel.Testing;

namespace Doppel.Fleet.Tests;

/// <summary>
/// No content is lost when machines delete because of each other, whatever happens to the server's rows.
/// </summary>
public sealed class ProofLawTests
{
    private const int StepsMax = 300;

    [Fact]
    public void No_content_loses_its_last_copy_whatever_happens_to_rows_and_machines()
    {
        long deleted = 0;
        int count = TestRun.Count(reduced: 25, full: 10_000);
        for (int i = 0; i < count; i++)
        {
            deleted += Run(TestRun.SeedOffset + i, isHostile: true);
        }

        // Schedules in which nothing can be deleted would show nothing.
        Assert.True(deleted > count / 10, $"{deleted} files were deleted in {count} schedules");
    }

    [Fact]
    public void No_content_loses_its_last_copy_among_machines_that_are_killed()
    {
        long deleted = 0;
        int count = TestRun.Count(reduced: 20, full: 2000);
        for (int i = 0; i < count; i++)
        {
            deleted += Run(TestRun.SeedOffset + i, isHostile: false);
        }

        Assert.True(deleted > count / 4, $"{deleted} files were deleted in {count} schedules");
    }

    /// <summary>
    /// A member of the fleet that only inserts rows hides what the first machine asks, so that it proves its copy to
    /// the second one, and then shows it again.
    /// </summary>
    [Fact]
    public void A_machine_does_not_forget_what_it_asks_when_its_rows_are_hidden()
    {
        using var world = new ProofWorld(machines: 2, contents: 1);
        (SimulatedMachine first, SimulatedMachine second) = (world.Machines[0], world.Machines[1]);
        world.StartDeleting(first, second);
        world.StartDeleting(second, first);
        Go(world, steps: 200);
        HostileRows.QuestionRow[] asked = [.. world.Rows.Questions];
        Assert.Equal(2, asked.Length);
        HostileRows.QuestionRow ofFirst = asked.Single(row => row.Question.Asker == FleetHost.IdOf(first.Name));
        HostileRows.QuestionRow ofSecond = asked.Single(row => row.Question.Asker == FleetHost.IdOf(second.Name));
        world.Rows.Insert(ofFirst with { State = QuestionState.Withdrawn, Version = 99 });
        world.StartProving(first, rounds: 3);
        Go(world, steps: 200);
        HostileRows.AnswerRow answer = world.Rows.Answers.Single(static row => row.Number == 0);
        Assert.Equal("this content is being deleted there because of a copy elsewhere", answer.Answer.Reason);
        world.Rows.Insert(ofSecond with { State = QuestionState.Withdrawn, Version = 98 });
        world.Rows.Insert(ofFirst with { Version = 100 });
        world.StartProving(second, rounds: 3);
        Go(world, steps: 1000);
        Assert.Equal((true, true), (world.Has(0, 0) || world.Has(1, 0), world.Deleted.Count <= 1));
    }

    [Fact]
    public void Deletion_succeeds_if_nobody_interferes()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(reduced: 10, full: 1000); seed++)
        {
            var random = new Random(seed);
            using var world = new ProofWorld(machines: 2 + random.Next(2), contents: 2);
            SimulatedMachine first = world.Machines[0];
            SimulatedMachine second = world.Machines[1];

            // Two at once may refuse each other. The next run succeeds then.
            if (random.Next(2) == 0)
            {
                world.StartDeleting(first, second);
                world.StartDeleting(second, first);
                world.StartProving(first, rounds: 40);
                world.StartProving(second, rounds: 40);
                Finish(world, random);
            }

            if (world.Deleted.Count == 0)
            {
                world.StartProving(second, rounds: 200);
                world.StartDeleting(first, second);
                Finish(world, random);
                Assert.Equal($"seed {seed}: 2", $"seed {seed}: {world.Deleted.Count}");
            }
        }
    }

    // Lets all processes take turns.
    private static void Go(ProofWorld world, int steps)
    {
        for (int step = 0; step < steps; step++)
        {
            RunningIn(world).ToList().ForEach(static process => process.Resume());
        }
    }

    private static void Finish(ProofWorld world, Random random)
    {
        for (SimulatedProcess[] running = RunningIn(world); running.Length > 0; running = RunningIn(world))
        {
            running[random.Next(running.Length)].Resume();
            world.Pass(TimeSpan.FromMilliseconds(random.Next(20)));
        }
    }

    private static SimulatedProcess[] RunningIn(ProofWorld world) =>
        [.. world.Machines.SelectMany(static machine => machine.Running)];

    // Returns the number of files deleted.
    private static long Run(int seed, bool isHostile)
    {
        try
        {
            var random = new Random(seed);
            using var world = new ProofWorld(machines: 2 + random.Next(2), contents: 1 + random.Next(2));
            foreach (SimulatedMachine machine in world.Machines)
            {
                Start(world, machine, isProving: true, random);
                Start(world, machine, isProving: false, random);
            }

            for (int step = 0; step < StepsMax; step++)
            {
                Advance(world, isHostile, random);
            }

            return world.Deleted.Count;
        }
        catch (Exception failure)
        {
            throw new InvalidOperationException($"seed {seed}: {failure.Message}", failure);
        }
    }

    private static void Advance(ProofWorld world, bool isHostile, Random random)
    {
        SimulatedMachine machine = world.Machines[random.Next(world.Machines.Count)];
        SimulatedProcess[] running = [.. machine.Running];
        switch (random.Next(1000))
        {
            case < 3:
                machine.CutPower(random);
                break;
            case < 6 when running.Length > 0:
                machine.Kill(running[random.Next(running.Length)]);
                break;
            case < 8:
                world.Pass(TimeSpan.FromMinutes(random.Next(8)));
                break;
            case < 10:
                machine.ClockOff = TimeSpan.FromMinutes(random.Next(-20, 20));
                break;
            case < 100 when isHostile:
                world.Rows.Attack(random);
                break;
            case < 130 when running.Length < 3:
                Start(world, machine, isProving: random.Next(2) == 0, random);
                break;
            default:
                // A process often gets some way before another one goes on.
                for (int i = random.Next(12); i >= 0 && running.Length > 0; i--)
                {
                    running[random.Next(running.Length)].Resume();
                    running = [.. machine.Running];
                }

                break;
        }

        world.Pass(TimeSpan.FromMilliseconds(random.Next(50)));
    }

    private static void Start(ProofWorld world, SimulatedMachine machine, bool isProving, Random random)
    {
        if (isProving)
        {
            world.StartProving(machine, rounds: 10);
            return;
        }

        SimulatedMachine[] others = [.. world.Machines.Where(other => other != machine)];
        world.StartDeleting(machine, others[random.Next(others.Length)]);
    }
}
