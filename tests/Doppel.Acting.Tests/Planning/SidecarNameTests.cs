using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>Which file is the sidecar of a photo to which tags are added.</summary>
public sealed class SidecarNameTests
{
    private static readonly string[] s_own = ["1.png.xmp", "1.PNG.XMP"];
    private static readonly string[] s_shared = ["1.xmp", "1.XMP"];
    private static readonly string[] s_others = ["1.cr2", "1.tif", "1.mov"];
    private static readonly string[] s_unrelated = ["1.txt", "10.xmp", "1.png", "1", "2.png.xmp"];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, TestRun.Count(100, 2_000))];

    /// <summary>
    /// It is <c>1.png.xmp</c>, or <c>1.xmp</c> if that exists and belongs to no other file, in any case of letters. No
    /// tags are added if several files could be meant.
    /// </summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void It_is_found_by_its_name_in_any_case_and_belongs_to_the_photo_alone(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        Assert.Null(XmpSidecar.Add(default, [], [new("title", "Sea"), new("artist", "Ana")], out byte[] tags));
        Assert.Null(XmpSidecar.Add(default, [], [new("keywords", "b")], out byte[] other));
        Assert.Null(XmpSidecar.Add(default, [], [new("comment", "calm")], out byte[] sidecar));
        var volume = new MemoryVolume();
        volume.AddFile("/a/1.png", PngFile.Make(1, tags));
        volume.AddFile("/b/2.png", PngFile.Make(1, other));
        string[] beside =
        [
            .. s_own.Concat(s_shared).Where(_ => random.Next(4) == 0),
            .. s_others.Concat(s_unrelated).Where(name => random.Next(4) == 0 && name != "1.png"),
        ];
        foreach (string name in beside)
        {
            volume.AddFile($"/a/{name}", sidecar);
        }

        using var planner = new Planner(volume, new PlanOptions
        {
            Rules = new KeepRules { Prefer = [KeepRule.FirstName] },
            WorkingDirectory = new("/"),
            KeepsTags = true,
            TagsTo = TagTarget.Sidecar,
            Companions = random.Next(2) == 0 ? CompanionChoice.Keep : CompanionChoice.Ignore,
        });
        ReportGroup copies = Plans.Report(volume, [(ByteName)"/a/1.png"], [(ByteName)"/b/2.png"]);
        PlanGroup? group = planner.Plan(new ReportMediaGroup
        {
            Format = "png",
            Policy = ReportMediaPolicy.Strict,
            Proof = Proof.Bytes,
            PayloadBytes = 300,
            RedundantBytes = 0,
            Copies =
            [
                .. copies.Copies.Select(
                    static (copy, i) => new ReportMediaCopy { Copy = copy, Size = -1, Content = i }),
            ],
        }).Group;

        string[] own = [.. beside.Intersect(s_own)];
        bool isAlone = !beside.Intersect(s_others).Any();
        string[] found = own.Length > 0 || !isAlone ? own : [.. beside.Intersect(s_shared)];
        string? expected = found.Length > 1 ? null : $"/a/{found.FirstOrDefault("1.png.xmp")}";
        Assert.Equal(expected, group?.TagsTo.ToString());
    }
}
