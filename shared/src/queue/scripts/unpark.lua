for i = 2, #ARGV do unpark(ARGV[i]) end
