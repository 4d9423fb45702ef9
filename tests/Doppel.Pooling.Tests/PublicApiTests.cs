namespace Doppel.Pooling.Tests;

/// <summary>The public API is a promise: a change of it is seen here, and approved on purpose.</summary>
public sealed class PublicApiTests
{
    private const string Approved = "tests/Doppel.Pooling.Tests/PublicApi.txt";

    [Fact]
    public void The_public_api_is_the_one_that_was_approved()
    {
        string found = ApiText.Of(typeof(ListPool<>).Assembly);
        string path = Path.Combine(SourceTree.Root, Approved);
        string[] approved = File.Exists(path) ? File.ReadAllLines(path) : [];
        string[] lines = found.TrimEnd('\n').Split('\n');
        if (approved.SequenceEqual(lines))
        {
            return;
        }

        string received = Path.Combine(SourceTree.Root, "artifacts/PublicApi.received.txt");
        File.WriteAllText(received, found);
        IEnumerable<string> changes = approved.Except(lines).Select(static line => "- " + line)
            .Concat(lines.Except(approved).Select(static line => "+ " + line));
        Assert.Fail($"The public API changed. If that is wanted, copy {received} to {Approved}.\n"
            + string.Join('\n', changes));
    }

    [Fact]
    public void A_change_of_the_api_is_seen()
    {
        string found = ApiText.Of(typeof(ListPool<>).Assembly);
        Assert.Contains("sealed class Doppel.Pooling.ListPool<T> : ObjectPool<List<T>>\n", found);
        Assert.Contains("\n    List<T> Rent(Int32 capacityMin)\n", found, StringComparison.Ordinal);
        Assert.Contains("\n    virtual Void Destroy(T item)\n", found, StringComparison.Ordinal);
        Assert.Contains("\n    Int64 BytesMax { get; init; }\n", found, StringComparison.Ordinal);
        Assert.DoesNotContain("ThreadSlots", found, StringComparison.Ordinal);
    }
}
