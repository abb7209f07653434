-- Parks the users of the ids first, so that adding their ids does not make them join.
local at = 2
while ARGV[at] do
  redis.call('ZADD', prefix .. 'parked', milliseconds(), ARGV[at])
  for _, class in ipairs(CLASSES) do redis.call('ZREM', prefix .. 'ring:' .. class, ARGV[at]) end
  at = at + 3 + tonumber(ARGV[at + 2])
end
add()
