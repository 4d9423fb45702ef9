namespace Doppel.Reports;

/// <summary>Parses a line from left to right.</summary>
internal ref struct LineScan(ReadOnlySpan<byte> line)
{
    public ReadOnlySpan<byte> Rest { get; private set; } = line;

    public bool TryTake(ReadOnlySpan<byte> text)
    {
        if (!Rest.StartsWith(text))
        {
            return false;
        }

        Rest = Rest[text.Length..];
        return true;
    }

    public bool TrySkipPast(ReadOnlySpan<byte> text)
    {
        int at = Rest.IndexOf(text);
        if (at < 0)
        {
            return false;
        }

        Rest = Rest[(at + text.Length)..];
        return true;
    }

    /// <summary>Takes a number, which may contain commas anywhere between its digits.</summary>
    public bool TryTakeNumber(out long number)
    {
        number = 0;
        int length = 0;
        int digits = 0;
        while (length < Rest.Length && Rest[length] is (byte)',' or (>= (byte)'0' and <= (byte)'9'))
        {
            byte value = Rest[length];
            if (value == ',')
            {
                // A comma that is not followed by a digit ends the number.
                if (length + 1 >= Rest.Length || Rest[length + 1] is < (byte)'0' or > (byte)'9')
                {
                    break;
                }
            }
            else
            {
                int digit = value - '0';
                if (number > (long.MaxValue - digit) / 10)
                {
                    return false;
                }

                number = (number * 10) + digit;
                digits++;
            }

            length++;
        }

        Rest = Rest[length..];
        return digits > 0;
    }
}
