using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>Scenario ReadAllAsParallel as the article says: each file is read as text.</summary>
/// <remarks>
/// Texts do not show which bytes they come from. So each file is read before the run as bytes and as text, and the
/// bytes count as read where the run has the same text.
/// </remarks>
internal sealed class ReadAllTextAsParallel : IReadStrategy
{
    private (Digest128 Bytes, Digest128 Text)[] _expected = [];

    public void Prepare(ReadRun run)
    {
        _expected = new (Digest128, Digest128)[run.Files.Count];
        for (int i = 0; i < _expected.Length; i++)
        {
            try
            {
                string name = run.Files[i].Name;
                _expected[i] = (Xxh3.Hash128(File.ReadAllBytes(name)), DigestOf(File.ReadAllText(name)));
            }
            catch (Exception failure) when (FileFailedException.Covers(failure))
            {
                throw FileFailedException.From(i, failure);
            }
        }
    }

    public Task ReadAsync(ReadRun run) => PoolWork.ForEachAsync(run, i => Read(run, i));

    private static Digest128 DigestOf(string text) => Xxh3.Hash128(MemoryMarshal.AsBytes(text.AsSpan()));

    private void Read(ReadRun run, int index)
    {
        try
        {
            Digest128 text = DigestOf(File.ReadAllText(run.Files[index].Name));
            if (text != _expected[index].Text)
            {
                throw new FileFailedException(index, "it changed during the run");
            }

            run.Sum.Add(index, _expected[index].Bytes, run.Files[index].Size);
        }
        catch (Exception failure) when (FileFailedException.Covers(failure))
        {
            throw FileFailedException.From(index, failure);
        }
    }
}
