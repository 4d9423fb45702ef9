using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Comparing;

/// <summary>A way to find the equal files of groups of one size.</summary>
internal abstract class Comparison(string name, Role role)
{
    // What would take longer by far says nothing new: the curve is clear before.
    private const double SecondsMax = 0.5;

    public string Name => name;

    /// <summary>How often a file was opened by the last run.</summary>
    public long Opens { get; protected set; }

    /// <summary>Bytes of content read by the last run.</summary>
    public long BytesRead { get; protected set; }

    /// <summary>Whether a cell can be done at all, and within a time that is worth it.</summary>
    public virtual bool Takes(ContentCell cell, int groups) =>
        cell.Contents <= 2 || SecondsOf(cell) * groups <= SecondsMax;

    /// <summary>Does the work.</summary>
    public abstract void Run(ContentFiles files);

    /// <summary>What the last run found, in the form of <see cref="ContentFiles.FirstEqual"/>.</summary>
    public abstract int[] Found(ContentFiles files);

    /// <summary>Throws unless the last run found what is there.</summary>
    public void Check(ContentFiles files, ContentCell cell) => VerifyException.Unless(
        Found(files).AsSpan().SequenceEqual(files.FirstEqual), $"{name} finds the groups of {cell}");

    /// <summary>For rounds in turn: the time is that of one file.</summary>
    public Contestant On(ContentFiles files, ContentCell cell) => new(name, role, () =>
    {
        Run(files);
        return files.Count;
    })
    {
        Finish = () =>
        {
            Check(files, cell);
            return null;
        },
    };

    /// <summary>About how long a group of many contents takes, where that grows with the square of its size.</summary>
    protected virtual double SecondsOf(ContentCell cell) => 0;
}
