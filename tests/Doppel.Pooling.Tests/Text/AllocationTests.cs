namespace Doppel.Pooling.Tests.Text;

public sealed class AllocationTests
{
    private static readonly DateTime s_date = new(2013, 5, 24, 1, 2, 3, DateTimeKind.Utc);
    private static readonly byte[] s_digest = new byte[32];

    [Theory]
    [InlineData(512), InlineData(8), InlineData(0)]
    public void Characters_are_written_without_allocation_on_the_stack_and_from_a_warm_pool(int stack) =>
        Assert.Equal(0, Allocated(() =>
        {
            var text = new TextBuilder(stackalloc char[stack]);
            Write(ref text);
            text.Dispose();
        }));

    [Theory]
    [InlineData(512), InlineData(8), InlineData(0)]
    public void Bytes_are_written_without_allocation_on_the_stack_and_from_a_warm_pool(int stack) =>
        Assert.Equal(0, Allocated(() =>
        {
            var text = new Utf8Builder(stackalloc byte[stack]);
            text.Append("AWS4-HMAC-SHA256 "u8);
            text.Append("Credential=");
            text.Append(s_date, "yyyyMMdd'T'HHmmss'Z'");
            text.AppendHexLower(s_digest);
            text.Append($"{stack}/{s_date:yyyyMMdd}/{"us-east-1"}/{Guid.Empty}/{1.5:F3}/{long.MinValue,30}");
            text.Append('é', 5);
            text.Dispose();
        }));

    private static void Write(ref TextBuilder text)
    {
        text.Append("AWS4-HMAC-SHA256 Credential=");
        text.Append(s_date, "yyyyMMdd'T'HHmmss'Z'");
        text.AppendHexLower(s_digest);
        text.Append($"{text.Length}/{s_date:yyyyMMdd}/{"us-east-1"}/{Guid.Empty}/{1.5:F3}/{long.MinValue,30}");
        text.Append('é', 5);
        text.Append(int.MinValue);
    }

    // Of the least of several rounds: the runtime itself may allocate while it compiles a method again.
    private static long Allocated(Action action)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
