using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests.Planning;

/// <summary>What a plan makes of files of one sound with different covers.</summary>
public sealed class CoverPlanTests
{
    [Fact]
    public void The_first_cover_is_planned_for_a_file_that_has_none_and_the_others_are_listed()
    {
        var volume = new MemoryVolume();
        byte[][] files =
        [
            Sounds.Flac(1, "Sea"), Sounds.Flac(1, "", PngFile.Make(1)), Sounds.Flac(1, "", PngFile.Make(2)),
            Sounds.Flac(1, "", PngFile.Make(1)),
        ];
        string[] names = ["/a/1.flac", "/b/2.flac", "/c/3.flac", "/d/4.flac"];
        for (int i = 0; i < files.Length; i++)
        {
            volume.AddFile(names[i], files[i]);
        }

        using var planner = new Planner(volume, new PlanOptions
        {
            Rules = new KeepRules { Prefer = [KeepRule.FirstName] },
            WorkingDirectory = new("/"),
            KeepsTags = true,
            TagsTo = TagTarget.Keeper,
        });
        IReadOnlyList<PlanCopy> gone = planner.Plan(Plans.Media(volume, names)).Group!.Drop;
        string[] covers = [.. files.Skip(1).Select(static file => Sounds.TagsOf(file, TagNames.Cover)[0].Value)];
        Assert.Equal((covers[0], "", ""), Shown(gone[0]));
        Assert.Equal(("", covers[1], covers[0]), Shown(gone[1]));
        Assert.Equal(("", "", ""), Shown(gone[2]));
    }

    private static (string Added, string Lost, string Kept) Shown(PlanCopy copy) =>
        (Shown(copy.AddedTags), Shown(copy.LostTags), Shown(copy.KeptTags));

    private static string Shown(IReadOnlyList<ReportTag> tags) =>
        string.Join('|', tags.Where(static tag => tag.Name == TagNames.Cover).SelectMany(static tag => tag.Values));
}
