using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of objects in buckets, which only the report knows.</summary>
public sealed class ObjectPlannerTests
{
    private const string Bucket = "s3://bucket";

    private readonly MemoryVolume _volume = new();

    [Fact]
    public void A_group_of_objects_alone_keeps_one_and_nothing_is_looked_up()
    {
        PlanOutcome outcome = Plan(new KeepRules(), $"{Bucket}/b", $"{Bucket}/a", $"{Bucket}/deep/c");
        Assert.Null(outcome.Group);
        Assert.Equal($"keep {Bucket}/a, drop {Bucket}/b, drop {Bucket}/deep/c", Show(outcome.Objects!));
        Assert.True(outcome.Objects!.IsOfObjects);
        Assert.Equal(0, _volume.Counters.Opens + _volume.Counters.Stats);
    }

    [Fact]
    public void Beside_files_objects_are_left_out_unless_a_reference_says_what_stays()
    {
        _volume.AddFile("/a/1", "same"u8);
        _volume.AddFile("/b/2", "same"u8);
        PlanOutcome outcome = Plan(new KeepRules(), "/a/1", "/b/2", $"{Bucket}/x");
        Assert.Null(outcome.Objects);
        Assert.Equal("keep /a/1, drop /b/2", Show(outcome.Group!));

        ProtectedFolder.Look(_volume, "/a"u8, out ProtectedFolder? folder);
        var rules = new KeepRules { Protected = [folder! with { IsReference = true }] };
        outcome = Plan(rules, "/a/1", "/b/2", $"{Bucket}/x");
        Assert.Equal("keep /a/1, drop /b/2", Show(outcome.Group!));
        Assert.Equal($"keep /a/1, drop {Bucket}/x", Show(outcome.Objects!));
    }

    [Fact]
    public void A_file_is_dropped_because_of_an_object_if_no_other_file_stays()
    {
        _volume.AddFile("/a/1", "same"u8);
        var rules = new KeepRules
        {
            Protected = [ProtectedFolder.OfObjects(new ReportName($"{Bucket}/ref")) with { IsReference = true }],
        };
        PlanOutcome outcome = Plan(rules, "/a/1", $"{Bucket}/ref/x", $"{Bucket}/reference/y");
        Assert.Equal($"keep {Bucket}/ref/x, drop /a/1", Show(outcome.Group!));
        Assert.True(outcome.Group!.IsKeptInBuckets);
        Assert.Equal($"keep {Bucket}/ref/x, drop {Bucket}/reference/y", Show(outcome.Objects!));
        Assert.Empty(outcome.Refusals);
    }

    [Fact]
    public void A_file_with_companions_and_its_companions_stay_if_their_copies_are_objects()
    {
        _volume.AddFile("/a/1.jpg", "same"u8);
        _volume.AddFile("/a/1.xmp", "same"u8);
        _volume.AddFile("/a/2.jpg", "same"u8);
        var rules = new KeepRules
        {
            Protected = [ProtectedFolder.OfObjects(new ReportName($"{Bucket}/ref")) with { IsReference = true }],
        };
        PlanOutcome outcome = Plan(rules, "/a/1.jpg", "/a/1.xmp", "/a/2.jpg", $"{Bucket}/ref/x");
        Assert.StartsWith(
            $"keep {Bucket}/ref/x, keep /a/1.xmp, keep /a/1.jpg, drop /a/2.jpg; ", Plans.Show(outcome),
            StringComparison.Ordinal);
        Assert.Contains(outcome.Refusals, static one => one.Reason == PlanRefusal.Companions);
    }

    [Fact]
    public void A_plan_of_objects_reads_back_as_it_was_written()
    {
        PlanGroup group = Plan(new KeepRules(), $"{Bucket}/b", $"{Bucket}/a b/ü").Objects!;
        using var stream = new MemoryStream();
        var writer = new PlanWriter(
            stream, new PlanBegin { Version = "1", Rules = [], Roots = [new ReportName(Bucket)], Made = default });
        writer.Write(group);
        writer.End(new PlanSummary().Add(group));
        stream.Position = 0;
        PlanReader reader = PlanReader.Open(stream);
        Assert.True(reader.Read());
        Assert.Equal(Show(group), Show(reader.Group));
        Assert.Equal(group.Drop[0].Facts, reader.Group.Drop[0].Facts);
    }

    private static string Show(PlanGroup group) => string.Join(
        ", ", group.Keep.Select(static copy => $"keep {copy.Names[0]}")
            .Concat(group.Drop.Select(static copy => $"drop {copy.Names[0]}")));

    private PlanOutcome Plan(KeepRules rules, params string[] names)
    {
        using var planner = new Planner(
            _volume, new PlanOptions { WorkingDirectory = new("/"), Rules = rules, TakesObjects = true });
        return planner.Plan(new ReportGroup
        {
            Size = 4,
            Proof = Proof.Md5,
            RedundantBytes = 4,
            Copies =
            [
                .. names.Select(static name => new ReportCopy { Names = [new ReportName(name)], Roots = [-1] }),
            ],
        });
    }
}
