using Doppel.S3.Server;
using Doppel.Testing;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Volumes.Tests;

/// <summary>Which requests reads cause, and that nothing but the listed object is ever returned.</summary>
public sealed class S3ReadingTests
{
    private const int Block = 128 * 1024;
    private const int TenMiB = 10 << 20;

    private static readonly byte[] s_path = "/bucket/k"u8.ToArray();

    [Theory]
    [InlineData(1, Block)]
    [InlineData(Block, Block)]
    [InlineData(Block + 1, Block)]
    [InlineData(1_500_000, 64 * 1024)]
    [InlineData(TenMiB, Block)]
    [InlineData(TenMiB + 7, Block)]
    [InlineData(TenMiB, 4096)]
    [InlineData(TenMiB, 3 << 20)]
    public void A_whole_object_read_in_blocks_takes_at_most_three_requests_and_each_byte_once(int size, int block)
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(size);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        long listed = volume.Usage.BodyBytes;

        Assert.Equal(content, ReadBlocks(volume, file, size, block));
        volume.Close(file);

        Assert.InRange(service.Ranges.Length, 1, Math.Min(3, (size + block - 1) / block));
        Assert.Equal(size, volume.Usage.BodyBytes - listed);
        Assert.Equal(service.Seen, volume.Usage);
    }

    [Fact]
    public void Both_ends_of_an_object_are_two_requests_for_just_them()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(TenMiB);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        Assert.Equal(content[..4096], Part(volume, file, 0, 4096));
        Assert.Equal(content[^4096..], Part(volume, file, TenMiB - 4096, 4096));
        volume.Close(file);

        Assert.Equal(["bytes=0-4095", $"bytes={TenMiB - 4096}-{TenMiB - 1}"], service.Ranges);
        Assert.All(
            service.Server.Requests.Where(static one => one.Header("Range") is not null),
            static one => Assert.NotNull(one.Header("If-Match")));
    }

    [Fact]
    public void Opening_sends_nothing()
    {
        using var service = new S3Service();
        for (int i = 0; i < 20; i++)
        {
            service.Put($"k{i}", "content");
        }

        using S3Volume volume = service.Volume();
        for (int i = 0; i < 20; i++)
        {
            volume.Close(Open(volume, $"/bucket/k{i}"));
        }

        Assert.Equal(new S3VolumeUsage(1, 0, 0, 0), volume.Usage with { BodyBytes = 0 });
        Assert.Equal(service.Seen, volume.Usage);
    }

    [Fact]
    public void Reading_at_once_is_one_request_and_none_for_an_empty_object()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(50_000);
        service.Put("k", content);
        service.Put("empty", "");
        using S3Volume volume = service.Volume();
        var buffer = new byte[content.Length + 1];
        Assert.False(volume.ReadAtOnce(FolderHandle.None, s_path, buffer, out int read).Failed);
        Assert.Equal(content, buffer[..read]);
        Assert.False(volume.ReadAtOnce(FolderHandle.None, "/bucket/empty"u8, new byte[1], out read).Failed);
        Assert.Equal(0, read);
        Assert.False(volume.ReadAtOnce(FolderHandle.None, s_path, new byte[100], out read).Failed);
        Assert.Equal(100, read);
        Assert.False(volume.Probe(FolderHandle.None, s_path, out TimeSpan latency).Failed);
        Assert.True(latency > TimeSpan.Zero);

        Assert.Equal(["whole", "bytes=0-99", "bytes=0-4095"], service.Ranges);
    }

    [Fact]
    public void Small_skips_read_on_and_jumps_request_their_range()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(TenMiB);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        int[] offsets = [0, Block, 3 * Block, 5 * Block, 40 * Block, 41 * Block, 10 * Block];
        foreach (int offset in offsets)
        {
            Assert.Equal(content[offset..(offset + Block)], Part(volume, file, offset, Block));
        }

        volume.Close(file);
        Assert.Equal(
            [
                Range(0, Block), Range(Block, 1 << 20), Range(40 * Block, Block), Range(41 * Block, 1 << 20),
                Range(10 * Block, Block),
            ],
            service.Ranges);
    }

    [Fact]
    public void Any_reads_in_any_order_give_the_bytes_of_the_object()
    {
        const int Seed = 77;
        const int Size = 3_000_000;
        using var service = new S3Service();
        byte[] content = S3Service.Content(Size);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        var random = new Random(Seed);
        int at = 0;
        for (int round = 0; round < 400; round++)
        {
            at = random.Next(4) == 0 ? random.Next(Size) : Math.Min(Size - 1, at + random.Next(400_000));
            int length = random.Next(1, 1 << random.Next(1, 18));
            byte[] expected = content[at..Math.Min(Size, at + length)];
            Assert.True(
                expected.AsSpan().SequenceEqual(Part(volume, file, at, length)),
                $"seed {Seed}, round {round}: {length} bytes at {at}");
            at += expected.Length;
        }

        volume.Close(file);
        Assert.InRange(service.Ranges.Length, 1, 400);
    }

    [Fact]
    public void A_file_closed_early_leaves_a_client_that_works()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(TenMiB);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        for (int round = 0; round < 5; round++)
        {
            FileHandle file = Open(volume);
            for (int block = 0; block < 12; block++)
            {
                Assert.Equal(
                    content[(block * Block)..((block + 1) * Block)], Part(volume, file, block * Block, Block));
            }

            volume.Close(file);
        }

        Assert.Equal(15, service.Ranges.Length);
        Assert.Equal(0, volume.OpenCount);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_replaced_object_is_an_error_and_stays_one(bool ignoresCondition)
    {
        using var service = new S3Service();
        service.Put("k", S3Service.Content(50_000));
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        if (ignoresCondition)
        {
            service.Server.On(static one => one.Path == "/bucket/k", Fault.Edit(static answer => answer with
            {
                Headers = [.. answer.Headers.Select(static one => one.Key == "ETag"
                    ? new KeyValuePair<string, string>("ETag", $"\"{1:x32}\"")
                    : one)],
            }));
        }
        else
        {
            service.Put("k", S3Service.Content(50_000, seed: 2));
        }

        VolumeError error = volume.Read(file, 0, new byte[100], out int read);
        Assert.Equal((VolumeErrorKind.Changed, 0), (error.Kind, read));
        Assert.Equal("The object has been replaced since it was listed", volume.Describe(error));
        AssertGone(volume, file, VolumeErrorKind.Changed);
    }

    [Fact]
    public void An_object_replaced_between_two_reads_is_never_mixed()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(TenMiB);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        Assert.Equal(content[..Block], Part(volume, file, 0, Block));
        service.Put("k", S3Service.Content(TenMiB, seed: 2));
        Assert.Equal(VolumeErrorKind.Changed, volume.Read(file, Block, new byte[Block], out _).Kind);
        AssertGone(volume, file, VolumeErrorKind.Changed);
    }

    [Fact]
    public void A_deleted_object_has_vanished()
    {
        using var service = new S3Service();
        service.Put("k", "content");
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        service.Delete("k");
        VolumeError error = volume.Read(file, 0, new byte[100], out _);
        Assert.Equal(VolumeErrorKind.Vanished, error.Kind);
        Assert.Equal("The object has been deleted since it was listed", volume.Describe(error));
        AssertGone(volume, file, VolumeErrorKind.Vanished);
    }

    [Theory]
    [InlineData(403, "AccessDenied", VolumeErrorKind.AccessDenied)]
    [InlineData(500, "InternalError", VolumeErrorKind.InputOutput)]
    [InlineData(503, "SlowDown", VolumeErrorKind.InputOutput)]
    [InlineData(501, "NotImplemented", VolumeErrorKind.Unsupported)]
    [InlineData(400, "InvalidRequest", VolumeErrorKind.Other)]
    public void A_failure_of_the_server_is_an_error_with_its_text_and_passes(
        int status, string code, VolumeErrorKind kind)
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(50_000);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        FaultRule rule = service.Server.On(static _ => true, Fault.Status(status, code));
        VolumeError error = volume.Read(file, 0, new byte[100], out int read);
        Assert.Equal((kind, 0), (error.Kind, read));
        Assert.Contains(code, volume.Describe(error), StringComparison.Ordinal);

        rule.Stop();
        Assert.Equal(content, Part(volume, file, 0, 60_000));
        Assert.False(volume.Stat(file, out _).Failed);
        volume.Close(file);
        Assert.Equal(service.Seen with { BodyBytes = 0 }, volume.Usage with { BodyBytes = 0 });
    }

    [Fact]
    public void A_body_that_breaks_goes_on_or_is_an_error_but_never_short()
    {
        using var service = new S3Service();
        byte[] content = S3Service.Content(1_000_000);
        service.Put("k", content);
        using S3Volume volume = service.Volume();
        FileHandle file = Open(volume);
        service.Server.Next(Fault.CutAfterBytes(100_000), times: 3);
        Assert.Equal(content, Part(volume, file, 0, content.Length + 1));
        Assert.Equal(4, service.Ranges.Length);
        Assert.Equal(service.Seen with { BodyBytes = 0 }, volume.Usage with { BodyBytes = 0 });

        FaultRule rule = service.Server.On(static _ => true, Fault.ResetAfterBytes(0));
        VolumeError error = volume.Read(file, 0, new byte[1000], out int read);
        Assert.Equal((VolumeErrorKind.InputOutput, 0), (error.Kind, read));
        rule.Stop();
        Assert.Equal(content[..1000], Part(volume, file, 0, 1000));
        volume.Close(file);
    }

    [Fact]
    public void Retried_requests_count_as_often_as_the_server_saw_them()
    {
        using var service = new S3Service();
        service.Put("photos/k", "content");
        using S3Volume volume = service.Volume("photos");
        service.Server.On(static one => one.Method == "HEAD", Fault.Status(503, "SlowDown"), times: 1);
        service.Server.On(static one => one.Query.Contains("list-type"), Fault.Status(503, "SlowDown"), times: 2);
        service.Server.On(static one => one.Path.EndsWith("/k"), Fault.Status(503, "SlowDown"), times: 3);
        var buffer = new byte[8];
        Assert.False(volume.ReadAtOnce(FolderHandle.None, "/bucket/photos/k"u8, buffer, out _).Failed);

        Assert.Equal(service.Seen with { BodyBytes = 0 }, volume.Usage with { BodyBytes = 0 });
        Assert.Equal((3, 4, 2), (
            volume.Usage.ListRequests, volume.Usage.GetRequests, volume.Usage.HeadRequests));
    }

    private static string Range(long first, long count) => $"bytes={first}-{first + count - 1}";

    private static FileHandle Open(S3Volume volume, string path = "/bucket/k")
    {
        Assert.False(volume.OpenFile(FolderHandle.None, ((Bytes)path).Span, out FileHandle file, out _).Failed);
        return file;
    }

    private static byte[] Part(S3Volume volume, FileHandle file, long offset, int length)
    {
        var buffer = new byte[length];
        VolumeError error = volume.Read(file, offset, buffer, out int read);
        Assert.False(error.Failed, volume.Describe(error));
        return buffer[..read];
    }

    private static byte[] ReadBlocks(S3Volume volume, FileHandle file, int size, int block)
    {
        var content = new MemoryStream();
        for (long at = 0; at < size; at += block)
        {
            content.Write(Part(volume, file, at, block));
        }

        return content.ToArray();
    }

    private static void AssertGone(S3Volume volume, FileHandle file, VolumeErrorKind kind)
    {
        Assert.Equal(kind, volume.Stat(file, out _).Kind);
        volume.Close(file);
        Assert.Equal(kind, volume.Stat(FolderHandle.None, s_path, LinkPolicy.Stay, FactFields.All, out _).Kind);
        Assert.Equal(kind, volume.OpenFile(FolderHandle.None, s_path, out _, out _).Kind);
        Assert.Equal(kind, volume.ReadAtOnce(FolderHandle.None, s_path, new byte[10], out _).Kind);
    }
}
