using System.Text;

namespace Doppel.Pooling.Tests.Text;

/// <summary>
/// Runs a step with every room that can be left, from none to more than it needs: the room decides which path of an
/// append is taken, and errors of size hide in single values of it.
/// </summary>
internal static class EveryRoom
{
    private const string Before = "before:";
    private const char Untouched = '\uE000';
    private const byte UntouchedByte = 0xFE;

    public static void Check(string expected, TextStep step)
    {
        for (int room = 0; room <= expected.Length + 2; room++)
        {
            char[] memory = new char[Before.Length + room + 4];
            Array.Fill(memory, Untouched);
            var text = new TextBuilder(memory.AsSpan(0, Before.Length + room));
            text.Append(Before);
            step(ref text);
            Assert.Equal(Before + expected, text.ToString());
            Assert.Equal(Before.Length + expected.Length, text.Length);
            Assert.Equal(room >= expected.Length, text.Capacity == Before.Length + room);
            Assert.Equal(new string(Untouched, 4), memory.AsSpan(Before.Length + room).ToString());
            text.Append('|');
            Assert.Equal(Before + expected + "|", text.ToString());
            text.Dispose();
        }
    }

    public static void CheckUtf8(string expected, Utf8Step step) => CheckUtf8(Encoding.UTF8.GetBytes(expected), step);

    public static void CheckUtf8(byte[] expected, Utf8Step step)
    {
        byte[] before = Encoding.UTF8.GetBytes(Before);
        for (int room = 0; room <= expected.Length + 2; room++)
        {
            byte[] memory = new byte[before.Length + room + 4];
            Array.Fill(memory, UntouchedByte);
            var text = new Utf8Builder(memory.AsSpan(0, before.Length + room));
            text.Append(before);
            step(ref text);
            Assert.Equal([.. before, .. expected], text.ToArray());
            Assert.Equal(before.Length + expected.Length, text.Length);
            Assert.Equal(room >= expected.Length, text.Capacity == before.Length + room);
            Assert.All(memory.AsSpan(before.Length + room).ToArray(), value => Assert.Equal(UntouchedByte, value));
            text.AppendByte((byte)'|');
            Assert.Equal([.. before, .. expected, (byte)'|'], text.ToArray());
            text.Dispose();
        }
    }
}
