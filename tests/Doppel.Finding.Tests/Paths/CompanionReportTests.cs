using System.Globalization;
using Doppel.Reports;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>A report names the companions of each copy, as docs/media.md says which these are.</summary>
public sealed class CompanionReportTests
{
    private static readonly string[] s_stems = ["a", "A", "b", "a.b", "a.jpg"];

    private static readonly string[] s_extensions =
        ["jpg", "HEIC", "png", "cr2", "NEF", "mp4", "mov", "mp3", "xmp", "XMP", "aae", "pp3", "thm", "lrc",
         "json", "txt"];

    /// <summary>
    /// What can be a companion of what: the table of docs/media.md, for names without other rules. Google Takeout adds
    /// .json to the whole name.
    /// </summary>
    private static readonly (string Companion, string Mains)[] s_table =
    [
        ("xmp", "jpg heic png cr2 nef mp4 mov mp3"), ("aae", "jpg heic png mp4 mov"), ("pp3", "jpg heic png cr2 nef"),
        ("thm", "mp4 mov cr2 nef"), ("lrc", "mp3"), ("jpg", "cr2 nef"), ("heic", "cr2 nef"),
        ("json", "jpg heic png cr2 nef mp4 mov mp3"),
    ];

    [Fact]
    public void Copies_in_random_folders_have_the_companions_that_the_table_says()
    {
        int found = 0;
        for (int seed = 0; seed < TestRun.Count(1000, 20_000); seed++)
        {
            var random = new Random(TestRun.SeedOffset + seed);
            var volume = new MemoryVolume();
            List<string> files = Fill(volume, random);
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Uniques = true });
            ReportCopy[] copies =
                [.. result.Groups.SelectMany(group => group.Copies), .. result.Uniques.Select(unique => unique.Copy)];
            foreach (ReportCopy copy in copies)
            {
                string[] names = [.. copy.Names.Select(name => name.ToString())];
                string[] expected = Expected(names, files);
                string[] actual = [.. (copy.Companions ?? []).Select(name => name.ToString())];
                string shown = $"{string.Join('=', names)} has {string.Join(", ", actual)}";
                Assert.True(
                    expected.SequenceEqual(actual.Order(StringComparer.Ordinal)),
                    $"seed {seed}: {shown} of {string.Join(", ", files)}");
                found += actual.Length;
            }
        }

        Assert.True(found > 1000, $"only {found} companions");
    }

    [Fact]
    public void Nothing_is_listed_or_opened_for_companions()
    {
        string[] counts = [Counts("txt"), Counts("xmp")];
        Assert.Equal(counts[0], counts[1]);

        static string Counts(string extension)
        {
            var volume = new MemoryVolume();
            volume.AddFile("/r/1/a.jpg", "content");
            volume.AddFile("/r/2/a.jpg", "content");
            volume.AddFile($"/r/1/a.{extension}", "other");
            using FindResult result = Search.Run(Search.Options(volume, "/r"));
            ReportCopy[] copies = [.. Assert.Single(result.Groups).Copies];
            Assert.Equal(extension == "xmp" ? ["/r/1/a.xmp"] : [], (copies[0].Companions ?? []).Select(Shown));
            Assert.Null(copies[1].Companions);
            return string.Join(' ', Enum.GetValues<VolumeCall>().Select(volume.Counters.Of));
        }
    }

    [Fact]
    public void The_film_of_a_live_photo_is_left_to_plans_and_keeps_its_own_sidecar()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/1/a.heic", "photo");
        volume.AddFile("/r/2/a.heic", "photo");
        volume.AddFile("/r/1/a.mov", "film 1");
        volume.AddFile("/r/2/a.mov", "film 1");
        volume.AddFile("/r/1/a.mov.xmp", "sidecar");
        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        IEnumerable<ReportCopy> copies = result.Groups.SelectMany(group => group.Copies);
        Assert.Equal(["/r/1/a.mov.xmp"], copies.SelectMany(copy => copy.Companions ?? []).Select(Shown));
    }

    [Fact]
    public void Files_of_saved_volumes_have_no_companions_because_not_all_are_listed()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a.jpg", "content");
        volume.AddFile("/r/a.xmp", "sidecar");
        using var search = new SavedSearch();
        FindOptions options = SavedSearch.Options(search.Save(volume, ["/r"]), ["/r"], volume, "/r");
        using FindResult result = Search.Run(options);
        ReportCopy[] copies = [.. result.Groups.First(group => group.Size == "content".Length).Copies];
        Assert.Equal(["catalog:v0/r/a.jpg", "/r/a.jpg"], copies.Select(copy => copy.Names[0].ToString()));
        Assert.Null(copies[0].Companions);
        Assert.Equal(["/r/a.xmp"], copies[1].Companions!.Select(Shown));
    }

    private static List<string> Fill(MemoryVolume volume, Random random)
    {
        List<string> files = [];
        for (int count = random.Next(2, 25); count > 0; count--)
        {
            string stem = random.GetItems(s_stems, 1)[0];
            string extension = random.GetItems(s_extensions, 1)[0];
            string name = random.Next(4) == 0 ? $"{stem}.jpg.{extension}" : $"{stem}.{extension}";
            string path = string.Create(CultureInfo.InvariantCulture, $"/r/{random.Next(3)}/{name}");
            if (files.Contains(path))
            {
                continue;
            }

            if (files.Count > 0 && random.Next(6) == 0)
            {
                volume.AddHardLink(path, random.GetItems(files.ToArray(), 1)[0]);
            }
            else
            {
                volume.AddFile(path, "content" + random.Next(4));
            }

            files.Add(path);
        }

        return files;
    }

    // Companions of companions belong to the file as well.
    private static string[] Expected(string[] names, List<string> files)
    {
        List<string> all = [];
        for (List<string> last = [.. names]; last.Count > 0;)
        {
            last = [.. files.Where(file => last.Exists(main => Is(file, main)) && !all.Contains(file))];
            all.AddRange(last);
        }

        return [.. all.Except(names).Order(StringComparer.Ordinal)];
    }

    private static bool Is(string companion, string main)
    {
        string mainFile = Path.GetFileName(main).ToLowerInvariant();
        string file = Path.GetFileName(companion).ToLowerInvariant();
        string stem = Path.GetFileNameWithoutExtension(file);
        string extension = Path.GetExtension(file)[1..];
        string[] mains = s_table.FirstOrDefault(row => row.Companion == extension).Mains?.Split(' ') ?? [];
        return main != companion && Path.GetDirectoryName(main) == Path.GetDirectoryName(companion)
            && mains.Contains(Path.GetExtension(mainFile)[1..])
            && (stem == mainFile || (stem == Path.GetFileNameWithoutExtension(mainFile) && extension != "json"));
    }

    private static string Shown(ReportName name) => name.ToString();
}
