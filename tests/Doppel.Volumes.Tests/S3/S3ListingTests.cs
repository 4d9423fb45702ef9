using System.Text;
using Doppel.S3.Server;
using Doppel.Testing;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Volumes.Tests;

/// <summary>What a bucket holds is shown as folders and files, or reported.</summary>
public sealed class S3ListingTests
{
    [Fact]
    public void Walking_shows_or_reports_each_object_once_whatever_its_key_is()
    {
        using var service = new S3Service();
        for (int seed = 1; seed <= 40; seed++)
        {
            var random = new Random(seed);
            string bucket = $"seed-{seed}";
            service.Memory.AddBucket(bucket);
            int count = random.Next(1, 60);
            for (int i = 0; i < count; i++)
            {
                service.Memory.Put(bucket, RandomKey(random), S3Service.Content(random.Next(4), seed + i));
            }

            using var volume = new S3Volume(service.Client, bucket);
            S3Walk walk = S3Walk.Of(volume);
            var oracle = new KeyOracle(service.Memory, bucket);
            AssertSame(seed, oracle.Files, walk.Files);
            AssertSame(seed, oracle.Problems, walk.Problems);
            AssertSame(seed, oracle.Folders, walk.Folders);
            Assert.Equal(
                service.Memory.Keys(bucket).Count,
                walk.Files.Count + walk.Problems.Count + oracle.Markers);
            Assert.Equal(0, volume.OpenCount);
        }
    }

    [Theory]
    [InlineData("a//b", "The key has an empty name between or before slashes")]
    [InlineData("/a", "The key has an empty name between or before slashes")]
    [InlineData("a//", "The key has an empty name between or before slashes")]
    [InlineData("a/./b", "The key contains '.' or '..' as a name")]
    [InlineData("..", "The key contains '.' or '..' as a name")]
    [InlineData("a/\0b", "The key contains a NUL")]
    [InlineData("a/", "The key ends with a slash, but the object has a content")]
    public void A_key_that_is_no_path_is_reported_by_its_key_and_with_its_reason(string key, string reason)
    {
        using var service = new S3Service();
        service.Put(key, "content");
        service.Put("a/sound", "content");
        using S3Volume volume = service.Volume();
        S3Walk walk = S3Walk.Of(volume);

        Assert.Equal([$"{key}: BadName {reason}"], walk.Reasons);
        Assert.Equal(["a/sound"], walk.Files.Keys);
    }

    [Fact]
    public void An_object_with_the_name_of_a_folder_is_reported_and_the_folder_shown()
    {
        using var service = new S3Service();
        service.Put("a", "object");
        service.Put("a!", "between");
        service.Put("a/b", "below");
        using S3Volume volume = service.Volume();
        S3Walk walk = S3Walk.Of(volume);

        Assert.Equal(["a: BadName The object has the name of a folder"], walk.Reasons);
        Assert.Equal(["a!", "a/b"], walk.Files.Keys.Order(StringComparer.Ordinal));
        Assert.False(volume.Stat(
            FolderHandle.None, "/bucket/a"u8, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed);
        Assert.Equal(EntryKind.Folder, facts.Kind);
    }

    [Theory]
    [InlineData("a", ": BadName The object has the name of a folder")]
    [InlineData("a/")]
    public void An_object_with_the_name_of_the_root_is_reported_if_the_root_may_mean_it(
        string prefix, params string[] reasons)
    {
        using var service = new S3Service();
        service.Put("a", "object");
        service.Put("a/b", "below");
        service.Put("a/c/d", "below");
        using S3Volume volume = service.Volume(prefix);
        S3Walk walk = S3Walk.Of(volume);

        Assert.Equal(reasons, walk.Reasons);
        Assert.Equal(["b", "c/d"], walk.Files.Keys);
    }

    [Fact]
    public void A_key_beyond_1024_bytes_is_reported()
    {
        using var service = new S3Service();
        string folder = string.Concat(Enumerable.Repeat("folder/", 200));
        service.Put(folder + "file", "content");
        service.Put(new string('n', 1025), "content");
        service.Put(new string('m', 1024), "content");
        using S3Volume volume = service.Volume();
        S3Walk walk = S3Walk.Of(volume);

        Assert.Equal([new string('m', 1024)], walk.Files.Keys);
        Assert.Equal(
            [folder + "file: NameTooLong", new string('n', 1025) + ": NameTooLong"],
            walk.Reasons.Select(static reason => reason[..(reason.LastIndexOf("Long", StringComparison.Ordinal) + 4)]));
    }

    [Theory]
    [InlineData("photos", 1)]
    [InlineData("photos/", 0)]
    public void A_prefix_shows_what_is_below_it_and_nothing_beside_it(string prefix, int heads)
    {
        using var service = new S3Service();
        string[] keys = ["photo", "photos!", "photos-2/a", "photos/2024/a", "photos/b", "photos0", "photot"];
        Array.ForEach(keys, key => service.Put(key, key));
        using S3Volume volume = service.Volume(prefix);
        S3Walk walk = S3Walk.Of(volume);

        Assert.Equal("/bucket/photos", Encoding.UTF8.GetString(volume.RootPath.Span));
        Assert.Equal("s3://bucket/photos", Encoding.UTF8.GetString(S3Volume.ShownPath(volume.RootPath.Span)));
        Assert.Equal(["2024/a", "b"], walk.Files.Keys.Order(StringComparer.Ordinal));
        Assert.Equal((1, heads), (volume.Usage.ListRequests, volume.Usage.HeadRequests));
    }

    [Fact]
    public void Several_prefixes_show_each_object_once()
    {
        using var service = new S3Service();
        string[] keys = ["a", "b/1", "b/c/2", "b!", "d/3", "e", "f/4"];
        Array.ForEach(keys, key => service.Put(key, key));
        using var volume = new S3Volume(service.Client, S3Service.Bucket, ["f", "b/", "e", "b/c", "d/"]);
        Assert.False(volume.OpenFolder(
            FolderHandle.None, "/bucket"u8, LinkPolicy.Stay, out FolderHandle bucket, out _).Failed);
        Assert.Equal(
            ["b", "d", "e", "f"], EntryCollector.List(volume, bucket).Entries.Select(static entry => entry.Name));
        volume.Close(bucket);
        Assert.Equal(5, volume.ObjectCount);
        Assert.Equal(
            ["/bucket/f", "/bucket/b", "/bucket/e", "/bucket/b/c", "/bucket/d"],
            volume.RootPaths.Select(static path => Encoding.UTF8.GetString(path.Span)));
        Assert.Equal(service.Seen, volume.Usage);
        Assert.Equal((4, 2), (volume.Usage.ListRequests, volume.Usage.HeadRequests));
    }

    [Fact]
    public void A_prefix_may_name_a_single_object_or_nothing()
    {
        using var service = new S3Service();
        service.Put("photos/a.jpg", "content");
        using S3Volume one = service.Volume("photos/a.jpg");
        Assert.False(one.Stat(
            FolderHandle.None, one.RootPath.Span, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed);
        Assert.Equal((EntryKind.File, 7L), (facts.Kind, facts.Size));

        using S3Volume whole = service.Volume();
        Assert.False(whole.Stat(
            FolderHandle.None, one.RootPath.Span, LinkPolicy.Stay, FactFields.All, out FileFacts listed).Failed);
        Assert.True(facts.SameContentAs(listed));

        using S3Volume nothing = service.Volume("photos/a");
        Assert.Equal(VolumeErrorKind.Vanished, nothing.OpenFolder(
            FolderHandle.None, nothing.RootPath.Span, LinkPolicy.Stay, out _, out _).Kind);
    }

    [Theory]
    [InlineData("a//b")]
    [InlineData("/a")]
    [InlineData("a/../b/")]
    [InlineData("/")]
    public void A_prefix_that_is_no_path_is_refused(string prefix)
    {
        using var service = new S3Service();
        Assert.Throws<ArgumentException>(() => service.Volume(prefix));
    }

    [Fact]
    public void A_listing_that_fails_is_an_error_and_is_tried_again()
    {
        using var service = new S3Service();
        service.Put("a", "content");
        using S3Volume volume = service.Volume();
        service.Server.Next(Fault.Status(403, "AccessDenied"));
        VolumeError error = volume.OpenFolder(FolderHandle.None, "/bucket"u8, LinkPolicy.Stay, out _, out _);
        Assert.Equal(VolumeErrorKind.AccessDenied, error.Kind);
        Assert.Contains("AccessDenied", volume.Describe(error), StringComparison.Ordinal);
        Assert.Equal(["a"], S3Walk.Of(volume).Files.Keys);

        using var missing = new S3Volume(service.Client, "missing");
        Assert.Equal(VolumeErrorKind.Vanished, missing.OpenFolder(
            FolderHandle.None, "/missing"u8, LinkPolicy.Stay, out _, out _).Kind);
    }

    [Theory]
    [InlineData("GLACIER", true)]
    [InlineData("DEEP_ARCHIVE", true)]
    [InlineData("GLACIER_IR", false)]
    [InlineData("STANDARD_IA", false)]
    public void Archived_objects_are_offline(string storageClass, bool isOffline)
    {
        using var service = new S3Service();
        service.Put("a", "content");
        service.Server.Next(Fault.Edit(answer => answer.WithBody(
            Encoding.UTF8.GetString(answer.Body.Span).Replace("STANDARD", storageClass, StringComparison.Ordinal))));
        using S3Volume volume = service.Volume();
        Assert.False(volume.OpenFile(
            FolderHandle.None, "/bucket/a"u8, out FileHandle file, out FileFacts facts).Failed);
        Assert.Equal(isOffline, facts.Offline);

        service.Server.Next(Fault.Status(403, "InvalidObjectState"));
        VolumeError error = volume.Read(file, 0, new byte[10], out int read);
        Assert.Equal((VolumeErrorKind.Offline, 0), (error.Kind, read));
        Assert.Equal("The object is archived. Restore it before it can be read", volume.Describe(error));
        volume.Close(file);
    }

    private static void AssertSame<T>(int seed, IEnumerable<T> expected, IEnumerable<T> actual) =>
        Assert.Equal(
            [$"seed {seed}", .. expected.Select(static one => $"{one}")],
            [$"seed {seed}", .. actual.Select(static one => $"{one}")]);

    private static string RandomKey(Random random)
    {
        string[] names = ["a", "a", "b", "a!", "a0", "ä", "c.d", "...", "x\ny", "", ".", ".."];
        string key = string.Join(
            '/', Enumerable.Range(0, random.Next(1, 5)).Select(_ => names[random.Next(names.Length)]));
        return random.Next(5) == 0 || key.Length == 0 ? key + "/" : key;
    }
}
