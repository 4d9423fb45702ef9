using System.Globalization;
using System.Text;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;
using static Doppel.Benchmarks.Text.TextParts;

namespace Doppel.Benchmarks.Text;

/// <summary>The header Authorization of about 220 characters, as a string.</summary>
public class AuthorizationBenchmark
{
    private const int OnStack = 512;

    private static readonly Microsoft.Extensions.ObjectPool.ObjectPool<StringBuilder> s_pool =
        new DefaultObjectPoolProvider().CreateStringBuilderPool();

    [Benchmark, Contestant("interpolation")]
    public string Interpolation() => string.Create(CultureInfo.InvariantCulture,
        $"AWS4-HMAC-SHA256 Credential={AccessKey}/{Time:yyyyMMdd}/{Region}/s3/aws4_request,"
        + $" SignedHeaders={SignedHeaders}, Signature={Signature}");

    [Benchmark, Contestant("interpolation on the stack (string.Create)")]
    public string InterpolationOnStack() => string.Create(CultureInfo.InvariantCulture, stackalloc char[OnStack],
        $"AWS4-HMAC-SHA256 Credential={AccessKey}/{Time:yyyyMMdd}/{Region}/s3/aws4_request,"
        + $" SignedHeaders={SignedHeaders}, Signature={Signature}");

    [Benchmark, Contestant("string.Concat")]
    public string Concat() => string.Concat([
        "AWS4-HMAC-SHA256 Credential=", AccessKey, "/", Time.ToString(DayFormat, CultureInfo.InvariantCulture), "/",
        Region, "/s3/aws4_request, SignedHeaders=", SignedHeaders, ", Signature=", Signature]);

    [Benchmark, Contestant("StringBuilder")]
    public string Builder() => Fill(new StringBuilder()).ToString();

    [Benchmark, Contestant("StringBuilder of Microsoft.Extensions.ObjectPool")]
    public string PooledBuilder()
    {
        StringBuilder builder = s_pool.Get();
        string text = Fill(builder).ToString();
        s_pool.Return(builder);
        return text;
    }

    [Benchmark, Contestant("StringBuilder of StringBuilderPool", Role.Reference)]
    public string OurPooledBuilder()
    {
        StringBuilder? builder = Pooling.StringBuilderPool.Shared.Rent();
        string text = Fill(builder).ToString();
        Pooling.StringBuilderPool.Shared.Return(ref builder);
        return text;
    }

    [Benchmark, Contestant("ValueStringBuilder of the talk")]
    public string Slide()
    {
        var builder = new SlideStringBuilder(stackalloc char[OnStack]);
        builder.Append("AWS4-HMAC-SHA256 Credential=");
        builder.Append(AccessKey);
        builder.Append('/');
        builder.Append(Time, DayFormat);
        builder.Append('/');
        builder.Append(Region);
        builder.Append("/s3/aws4_request, SignedHeaders=");
        builder.Append(SignedHeaders);
        builder.Append(", Signature=");
        builder.Append(Signature);
        string text = builder.ToString();
        builder.Dispose();
        return text;
    }

    [Benchmark, Contestant("ours, TextBuilder", Role.Ours)]
    public string Ours()
    {
        var builder = new TextBuilder(stackalloc char[OnStack]);
        builder.Append("AWS4-HMAC-SHA256 Credential=");
        builder.Append(AccessKey);
        builder.Append('/');
        builder.Append(Time, DayFormat);
        builder.Append('/');
        builder.Append(Region);
        builder.Append("/s3/aws4_request, SignedHeaders=");
        builder.Append(SignedHeaders);
        builder.Append(", Signature=");
        builder.Append(Signature);
        string text = builder.ToString();
        builder.Dispose();
        return text;
    }

    [Benchmark, Contestant("ours, interpolated", Role.Ours)]
    public string OursInterpolated()
    {
        var builder = new TextBuilder(stackalloc char[OnStack]);
        builder.Append(
            $"AWS4-HMAC-SHA256 Credential={AccessKey}/{Time:yyyyMMdd}/{Region}/s3/aws4_request,"
            + $" SignedHeaders={SignedHeaders}, Signature={Signature}");
        string text = builder.ToString();
        builder.Dispose();
        return text;
    }

    [Benchmark, Contestant("ours, from the pool", Role.Reference)]
    public string OursPooled()
    {
        var builder = new TextBuilder(OnStack);
        builder.Append(
            $"AWS4-HMAC-SHA256 Credential={AccessKey}/{Time:yyyyMMdd}/{Region}/s3/aws4_request,"
            + $" SignedHeaders={SignedHeaders}, Signature={Signature}");
        string text = builder.ToString();
        builder.Dispose();
        return text;
    }

    private static StringBuilder Fill(StringBuilder builder) => builder
        .Append("AWS4-HMAC-SHA256 Credential=").Append(AccessKey).Append('/')
        .Append(CultureInfo.InvariantCulture, $"{Time:yyyyMMdd}").Append('/').Append(Region)
        .Append("/s3/aws4_request, SignedHeaders=").Append(SignedHeaders).Append(", Signature=").Append(Signature);
}
