using System.Globalization;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Text;

/// <summary>Sixteen values, one behind the other, in a span of characters.</summary>
public class FormatBenchmark
{
    private const int Count = 16;
    private const int OnStack = 1024;

    private readonly int[] _numbers = [.. Enumerable.Range(0, Count).Select(i => (int)(1L << (2 * i)) * (1 - (i % 3)))];
    private readonly DateTime[] _dates = [.. Enumerable.Range(0, Count).Select(i => TextParts.Time.AddDays(i * 77.7))];

    /// <summary>What kind of values.</summary>
    [Params("Int32", "DateTime")]
#pragma warning disable IDE1006 // the name of the column
    public string value { get; set; } = "Int32";
#pragma warning restore IDE1006

    /// <summary>Where the characters go.</summary>
    public char[] Destination { get; } = new char[OnStack];

    [Benchmark(OperationsPerInvoke = Count), Contestant("ToString")]
    public int Strings() => value == "Int32" ? Strings(_numbers, null) : Strings(_dates, TextParts.TimeFormat);

    [Benchmark(OperationsPerInvoke = Count), Contestant("TryFormat into scratch, as in the talk")]
    public int Slide() => value == "Int32" ? Slide(_numbers, null) : Slide(_dates, TextParts.TimeFormat);

    [Benchmark(OperationsPerInvoke = Count), Contestant("TryFormat alone", Role.Reference)]
    public int Spans() => value == "Int32" ? Spans(_numbers, null) : Spans(_dates, TextParts.TimeFormat);

    [Benchmark(OperationsPerInvoke = Count), Contestant("ours, TextBuilder", Role.Ours)]
    public int Ours() => value == "Int32" ? Ours(_numbers, null) : Ours(_dates, TextParts.TimeFormat);

    private int Strings<T>(T[] values, string? format)
        where T : ISpanFormattable
    {
        int length = 0;
        foreach (T one in values)
        {
            string text = one.ToString(format, CultureInfo.InvariantCulture);
            text.CopyTo(Destination.AsSpan(length));
            length += text.Length;
        }

        return length;
    }

    private int Slide<T>(T[] values, string? format)
        where T : ISpanFormattable
    {
        var builder = new SlideStringBuilder(Destination);
        foreach (T one in values)
        {
            builder.Append(one, format);
        }

        return builder.AsReadOnlySpan().Length;
    }

    private int Spans<T>(T[] values, string? format)
        where T : ISpanFormattable
    {
        int length = 0;
        foreach (T one in values)
        {
            one.TryFormat(Destination.AsSpan(length), out int written, format, CultureInfo.InvariantCulture);
            length += written;
        }

        return length;
    }

    private int Ours<T>(T[] values, string? format)
        where T : ISpanFormattable
    {
        var builder = new TextBuilder(Destination);
        foreach (T one in values)
        {
            builder.Append(one, format);
        }

        return builder.Length;
    }
}
