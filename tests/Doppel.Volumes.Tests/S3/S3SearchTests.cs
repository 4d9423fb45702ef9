using System.Text;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>A search treats a bucket like any other volume.</summary>
public sealed class S3SearchTests
{
    private static readonly int[] s_sizes = [1, 5_000, 70_000, 400_000, 3_000_000];

    [Fact]
    public void Copies_on_a_disk_and_in_a_bucket_are_found_together()
    {
        using var service = new S3Service();
        var disk = new MemoryVolume();
        disk.AddFolder("/disk");
        foreach (int size in s_sizes)
        {
            byte[] content = S3Service.Content(size, size);
            byte[] other = [.. content[..^1], (byte)(content[^1] ^ 1)];
            disk.AddFile($"/disk/{size}", content);
            service.Put($"photos/a/{size}", content);
            service.Put($"photos/b/{size}", content);
            service.Put($"photos/c/{size}", other);
            service.Put($"elsewhere/{size}", content);
        }

        service.Put("photos/a//b", "no path");
        using S3Volume bucket = service.Volume("photos/");
        using FindResult result = Find(new FindRoot(disk, "/disk"u8.ToArray()), new FindRoot(bucket, bucket.RootPath));

        Assert.Equal(
            s_sizes.Select(static size => $"{size}: /bucket/photos/a/{size} /bucket/photos/b/{size} /disk/{size}")
                .Order(StringComparer.Ordinal),
            GroupsOf(result));
        ReportProblem problem = Assert.Single(result.Problems);
        Assert.Equal(("/bucket/photos/a//b", "bad-name"), ($"{problem.Path}", problem.Reason));
        Assert.Equal(0, bucket.OpenCount);
        Assert.Equal(service.Seen with { BodyBytes = 0 }, bucket.Usage with { BodyBytes = 0 });
        Assert.Equal(1, bucket.Usage.ListRequests);

        // Each object is read at most once, in at most three requests after its two ends.
        Assert.InRange(bucket.Usage.GetRequests, 1, 3 * 5 * s_sizes.Length);
        TestContext.Current.TestOutputHelper?.WriteLine($"{bucket.Usage}");
    }

    [Fact]
    public void An_object_below_two_roots_is_one_copy()
    {
        using var service = new S3Service();
        service.Put("photos/a", S3Service.Content(100_000));
        service.Put("photos/b", S3Service.Content(100_000, seed: 2));
        service.Put("same", S3Service.Content(100_000));
        using var volume = new S3Volume(service.Client, S3Service.Bucket, ["photos", "photos/", ""]);
        using FindResult result = Find([.. volume.RootPaths.Select(path => new FindRoot(volume, path))]);
        Assert.Equal(["100000: /bucket/photos/a /bucket/same"], GroupsOf(result));
        Assert.Equal((1, 0), (volume.Usage.ListRequests, volume.Usage.HeadRequests));
    }

    private static FindResult Find(params FindRoot[] roots) => Finder.Find(
        new FindOptions { Roots = roots, Threads = 2 }, null, TestContext.Current.CancellationToken);

    private static string[] GroupsOf(FindResult result) => [.. result.Groups
        .Select(static group => $"{group.Size}: " + string.Join(
            ' ', group.Copies.SelectMany(static copy => copy.Names).Select(static name => $"{name}")
                .Order(StringComparer.Ordinal)))
        .Order(StringComparer.Ordinal)];
}
