using System.Globalization;
using System.Text;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;
using static Doppel.Benchmarks.Text.TextParts;

namespace Doppel.Benchmarks.Text;

/// <summary>A canonical request of about 370 characters as UTF-8 bytes in a span, as it is hashed.</summary>
public class CanonicalRequestBenchmark
{
    private const int OnStack = 1024;

    private static readonly Microsoft.Extensions.ObjectPool.ObjectPool<StringBuilder> s_pool =
        new DefaultObjectPoolProvider().CreateStringBuilderPool();

    /// <summary>Where the bytes go.</summary>
    public byte[] Destination { get; } = new byte[OnStack];

    [Benchmark, Contestant("interpolation")]
    public int Interpolation() => Encode(string.Create(CultureInfo.InvariantCulture,
        $"PUT\n{Key}\npartNumber={PartNumber}\ncontent-length:{ContentLength}\nhost:{Host}"
        + $"\nx-amz-content-sha256:{PayloadHash}\nx-amz-date:{Time:yyyyMMdd'T'HHmmss'Z'}\n\n"
        + $"{SignedHeaders}\n{PayloadHash}"));

    [Benchmark, Contestant("string.Concat")]
    public int Concat() => Encode(string.Concat([
        "PUT\n", Key, "\npartNumber=", PartNumber.ToString(CultureInfo.InvariantCulture), "\ncontent-length:",
        ContentLength.ToString(CultureInfo.InvariantCulture), "\nhost:", Host, "\nx-amz-content-sha256:", PayloadHash,
        "\nx-amz-date:", Time.ToString(TimeFormat, CultureInfo.InvariantCulture), "\n\n", SignedHeaders, "\n",
        PayloadHash]));

    [Benchmark, Contestant("StringBuilder")]
    public int Builder() => Encode(Fill(new StringBuilder()).ToString());

    [Benchmark, Contestant("StringBuilder of Microsoft.Extensions.ObjectPool")]
    public int PooledBuilder()
    {
        StringBuilder builder = s_pool.Get();
        int count = Encode(Fill(builder).ToString());
        s_pool.Return(builder);
        return count;
    }

    [Benchmark, Contestant("ValueStringBuilder of the talk")]
    public int Slide()
    {
        var builder = new SlideStringBuilder(stackalloc char[OnStack]);
        builder.Append("PUT\n");
        builder.Append(Key);
        builder.Append("\npartNumber=");
        builder.Append(PartNumber);
        builder.Append("\ncontent-length:");
        builder.Append(ContentLength);
        builder.Append("\nhost:");
        builder.Append(Host);
        builder.Append("\nx-amz-content-sha256:");
        builder.Append(PayloadHash);
        builder.Append("\nx-amz-date:");
        builder.Append(Time, TimeFormat);
        builder.Append("\n\n");
        builder.Append(SignedHeaders);
        builder.Append('\n');
        builder.Append(PayloadHash);
        int count = Encode(builder.AsReadOnlySpan());
        builder.Dispose();
        return count;
    }

    [Benchmark, Contestant("ours, TextBuilder", Role.Ours)]
    public int OursInCharacters()
    {
        var builder = new TextBuilder(stackalloc char[OnStack]);
        builder.Append(
            $"PUT\n{Key}\npartNumber={PartNumber}\ncontent-length:{ContentLength}\nhost:{Host}"
            + $"\nx-amz-content-sha256:{PayloadHash}\nx-amz-date:{Time:yyyyMMdd'T'HHmmss'Z'}\n\n"
            + $"{SignedHeaders}\n{PayloadHash}");
        int count = Encode(builder.AsSpan());
        builder.Dispose();
        return count;
    }

    [Benchmark, Contestant("ours, Utf8Builder", Role.Ours)]
    public int OursInBytes()
    {
        var builder = new Utf8Builder(stackalloc byte[OnStack]);
        builder.Append("PUT\n"u8);
        builder.Append(Key);
        builder.Append("\npartNumber="u8);
        builder.Append(PartNumber);
        builder.Append("\ncontent-length:"u8);
        builder.Append(ContentLength);
        builder.Append("\nhost:"u8);
        builder.Append(Host);
        builder.Append("\nx-amz-content-sha256:"u8);
        builder.Append(PayloadHash);
        builder.Append("\nx-amz-date:"u8);
        builder.Append(Time, TimeFormat);
        builder.Append("\n\n"u8);
        builder.Append(SignedHeaders);
        builder.AppendByte((byte)'\n');
        builder.Append(PayloadHash);
        builder.CopyTo(Destination);
        int count = builder.Length;
        builder.Dispose();
        return count;
    }

    [Benchmark, Contestant("ours, Utf8Builder growing from 64 bytes", Role.Reference)]
    public int OursGrowing()
    {
        var builder = new Utf8Builder(stackalloc byte[64]);
        builder.Append(
            $"PUT\n{Key}\npartNumber={PartNumber}\ncontent-length:{ContentLength}\nhost:{Host}"
            + $"\nx-amz-content-sha256:{PayloadHash}\nx-amz-date:{Time:yyyyMMdd'T'HHmmss'Z'}\n\n"
            + $"{SignedHeaders}\n{PayloadHash}");
        builder.CopyTo(Destination);
        int count = builder.Length;
        builder.Dispose();
        return count;
    }

    private int Encode(ReadOnlySpan<char> text) => Encoding.UTF8.GetBytes(text, Destination);

    private static StringBuilder Fill(StringBuilder builder) => builder
        .Append("PUT\n").Append(Key).Append("\npartNumber=").Append(PartNumber)
        .Append("\ncontent-length:").Append(ContentLength).Append("\nhost:").Append(Host)
        .Append("\nx-amz-content-sha256:").Append(PayloadHash).Append("\nx-amz-date:")
        .Append(CultureInfo.InvariantCulture, $"{Time:yyyyMMdd'T'HHmmss'Z'}").Append("\n\n").Append(SignedHeaders)
        .Append('\n').Append(PayloadHash);
}
